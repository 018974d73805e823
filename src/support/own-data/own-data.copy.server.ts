import { sql } from "kysely";
import { addressesOf } from "#identity/address-change/address-change.read.server.ts";
import { payersOf } from "#payments/payment-reference/payment-reference.payers.server.ts";
import { groupedRrr } from "#payments/remita/remita.contract.ts";
import { filesOf } from "#platform/files/stored-file.server.ts";
import { openGate } from "#platform/gate.server.ts";
import { type MailsAbout, mailsTo } from "#platform/mail/mail.sent.server.ts";
import type { OwnRows } from "#platform/own-rows.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Portal } from "#platform/portal.server.ts";

/** Two at once, over everybody: who asks twenty times in a minute waits for the others, and they for nobody. */
const gate = openGate(2);

const MOST_MAILS = 1_000;

/** All that the portal holds of an applicant, as it stands at one moment. Refuses with 503 when too many wait. */
export const copyFor = (portal: Portal, owner: string, all: readonly OwnRows[]): Promise<Record<string, unknown>> =>
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
  const rows = await payersOf(trx, owner);
  return rows.map(({ recipient, rrr }) => ({ recipient, words: groupedRrr(rrr) }));
}
