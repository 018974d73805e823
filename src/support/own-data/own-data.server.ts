import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { addressesOf, eraseAccount, hasPassword, proveOwner } from "#identity/account/account.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { letterRecipientsOf } from "#payments/payment-reference/payment-reference.server.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { filesOf } from "#platform/files/stored-file.server.ts";
import { openGate } from "#platform/limits/gate.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { type MailsAbout, mailsTo } from "#platform/mail/mail.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import { perform, type Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { copyOwnData, eraseOwnData, readOwnData } from "./own-data.contract.ts";
import { askErasure, openErasureOf, whatGoes, whatStays } from "./own-data.erasure.server.ts";
import { ownDataTemplates } from "./own-data.mail.server.ts";

export { answerErasure, dropUnused, openErasureOf, openErasures, whatStays } from "./own-data.erasure.server.ts";
export { erasureAnsweredMail } from "./own-data.mail.server.ts";

/** Two at once, over everybody: who asks twenty times in a minute waits for the others, and they for nobody. */
const gate = openGate(2);

const MOST_MAILS = 1_000;

/** All that the portal holds of an applicant, as it stands at one moment. Refuses with 503 when too many wait. */
const copyFor = (portal: Portal, owner: string, all: readonly OwnRows[]): Promise<Record<string, unknown>> =>
  gate(() =>
    portal.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        const copy: Record<string, unknown> = {};
        for (const { name, rows } of all) copy[name] = (await rows(owner).execute(trx)).rows.map(({ row }) => row);
        const mails = await mailsTo(trx, await addressesOf(trx, owner), MOST_MAILS, await paymentLetters(trx, owner));
        const files = await filesOf(trx, owner);
        const { rows: now } = await sql<{ now: string }>`select now()`.execute(trx);
        return {
          madeAt: now[0]?.now,
          ...copy,
          mails: mails.map(({ createdAt, recipient, subject, state }) => ({ createdAt, recipient, subject, state })),
          files: await Promise.all(
            files.map(async ({ newname, ...file }) => ({
              ...file,
              newname,
              link: new URL(await portal.files.link(newname), portal.config.publicUrl).href,
            })),
          ),
        };
      }),
  );

/** Letters about a payment go to the payer's address, which may be a parent's, or a stranger's who has mails of his own. */
async function paymentLetters(trx: Trx, owner: string): Promise<MailsAbout[]> {
  const rows = await letterRecipientsOf(trx, owner);
  return rows.map(({ recipient, rrr }) => ({ recipient, words: groupedRrr(rrr) }));
}

const copies: Limit = {
  name: "own-data-copy",
  points: 20,
  seconds: 3_600,
  sentence: "You have taken twenty copies of your data in the last hour. Please wait a while before you take another",
};

function ownDataCalls(app: FastifyInstance): void {
  const { db, limits } = app.portal;
  const all = app.nouns.flatMap(({ ownRows = [] }) => ownRows);

  handle(app, readOwnData, applicant, async ({ who }) => {
    const [password, stays, asked] = await Promise.all([
      hasPassword(app, who.applicant),
      whatStays(db, who.applicant, all),
      openErasureOf(db, who.applicant),
    ]);
    return {
      password,
      stays,
      goes: stays.length === 0 ? [...whatGoes] : [],
      asked: asked ? { at: asked.createdAt, due: asked.due } : null,
    };
  });

  handle(app, copyOwnData, applicant, async (ask) => {
    await limits.take(copies, ask.who.applicant);
    await proveOwner(app, ask.who.applicant, ask.body.password);
    const data = await copyFor(app.portal, ask.who.applicant, all);
    // No `write`: that would keep the answer for a repetition, and with it all of somebody's data.
    await perform(db, { actor: ask.who.actor, request: ask.request.id }, async ({ note }) =>
      note({ deed: "own-data.copy", subject: `applicant:${ask.who.applicant}` }),
    );
    return { type: "success" as const, message: "Your data are here", data };
  });

  handle(app, eraseOwnData, applicant, async (ask) => {
    const owner = ask.who.applicant;
    await proveOwner(app, owner, ask.body.password);
    return write(app, ask, async ({ trx, note }) => {
      await lockApplicant(trx, owner);
      const stays = await whatStays(trx, owner, all);
      if (stays.length === 0) {
        await eraseAccount(trx, owner);
        note({ deed: "own-data.erase", subject: `applicant:${owner}` });
        return { type: "success" as const, message: "Your account and your data have been deleted", erased: true };
      }
      const open = await openErasureOf(trx, owner);
      if (open)
        throw refuse(
          "asked-for-already",
          `You asked on ${asDay(open.createdAt)}. The ${contact.office} answers by ${asDay(open.due)}`,
        );
      const due = await askErasure(trx, owner);
      note({ deed: "own-data.ask", subject: `applicant:${owner}`, after: { due } });
      const message = `The ${contact.office} was asked to delete what may go. It answers by ${asDay(due)}`;
      return { type: "success" as const, message, erased: false };
    });
  });
}

export const ownDataNoun: Noun = {
  name: "own-data",
  templates: ownDataTemplates,
  calls: ownDataCalls,
};
