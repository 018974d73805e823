import type { FastifyInstance } from "fastify";
import { isOneOwn } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { statusesOf } from "#admission/offer/status/status.server.ts";
import { type Passed, passedAbout } from "#bursary/payment-exception/payment-exception.pass.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { deskAccount } from "#identity/account/account.desk.server.ts";
import {
  type AddressChange,
  addressChangesOf,
  addressesOf,
} from "#identity/address-change/address-change.read.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { everyPaymentOf, type OwnPayment, viewOf } from "#payments/payment-reference/payment-reference.read.server.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.contract.ts";
import { settledStates, stateWords } from "#payments/payment-reference/payment-reference.states.contract.ts";
import { auditOf } from "#platform/audit.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import { mailsTo } from "#platform/mail/mail.sent.server.ts";
import { openErasureOf } from "../own-data/own-data.ask.server.ts";
import type { Person } from "./help-desk.contract.ts";
import { deedWords, HELP } from "./help-desk.words.contract.ts";

const MOST = 20;

/** How far an applicant is, card by card; the dashboard tells it. */
export type ProgressOf = (app: FastifyInstance, applicant: string) => Promise<Person["progress"]>;

/** All that the help desk may see of one applicant. 404 for an unknown one. */
export async function personFor(
  app: FastifyInstance,
  who: Officer,
  id: string,
  progressOf: ProgressOf,
): Promise<Person> {
  const { db } = app.portal;
  const account = isId(id) ? await deskAccount(db, id) : undefined;
  if (!account) throw notFound();
  const [changes, addresses] = await Promise.all([addressChangesOf(db, id), addressesOf(db, id)]);
  const [own, told, progress, payments, applications, mails, history, asked] = await Promise.all([
    isOneOwn(db, who.staff, [id]),
    asTold(app, changes),
    progressOf(app, id),
    everyPaymentOf(db, id),
    statusesOf(db, app.portal.files, id),
    mailsTo(db, addresses, MOST),
    helpGiven(app, id),
    openErasureOf(db, id),
  ]);
  const passed = await passedAbout(
    db,
    payments.map(({ _id }) => _id),
  );
  return {
    ...{ account, own, progress, mails, history, changes: told },
    erasure: asked ? { at: asked.createdAt, due: asked.due, overdue: asked.overdue } : null,
    payments: payments.map((payment) => asPayment(payment, passed.get(payment._id) ?? null)),
    applications: applications.map(({ _id, code, programme, session, stage, next, due, createdAt }) => ({
      ...{ _id, code, stage, next, due, createdAt },
      programme: programmeTitle(programme),
      session: session.name,
    })),
  };
}

function asPayment(payment: OwnPayment, passed: Passed | null): Person["payments"][number] {
  const { _id, rrr, description, amount_kobo, state, createdAt } = payment;
  const sentence = paymentSentence(viewOf(payment));
  const open = !settledStates.includes(state);
  return {
    ...{ _id, rrr, description, createdAt, sentence, open, passed },
    ...{ amount: naira(amount_kobo), state: stateWords[state] },
  };
}

async function asTold({ portal }: FastifyInstance, changes: readonly AddressChange[]): Promise<Person["changes"]> {
  if (changes.length === 0) return [];
  const ids = changes.map(({ evidence }) => evidence);
  const [names, files] = await Promise.all([
    namesOfStaff(
      portal.db,
      changes.map(({ askedby }) => askedby),
    ),
    portal.db.selectFrom(storedFiles(portal.db)).select(["_id", "newname"]).where("_id", "in", ids).execute(),
  ]);
  return Promise.all(
    changes.map(
      async ({ newaddress, oldaddress, reason, askedby, createdAt, endsAt, confirmedAt, open, evidence }) => ({
        ...{ newaddress, oldaddress, reason, endsAt, confirmedAt, open, askedAt: createdAt },
        askedby: names.get(askedby) ?? "",
        evidence: await portal.files.link(files.find(({ _id }) => _id === evidence)?.newname ?? ""),
      }),
    ),
  );
}

/** What the help desk did to the account, and what came of it. */
async function helpGiven({ portal: { db } }: FastifyInstance, applicant: string): Promise<Person["history"]> {
  const lines = (await auditOf(db, `applicant:${applicant}`, 200)).filter(({ deed }) => Object.hasOwn(deedWords, deed));
  const names = await namesOfStaff(
    db,
    lines.flatMap(({ actor, actorkind }) => (actorkind === "staff" && actor ? [actor] : [])),
  );
  return lines.slice(0, MOST).map(({ _id, at, deed, actor, reason }) => ({
    ...{ _id, at, reason },
    by: names.get(actor ?? "") ?? (deed.startsWith(HELP) ? "The office" : "The applicant"),
    deed: deedWords[deed] ?? deed,
  }));
}
