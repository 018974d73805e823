import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type * as v from "valibot";
import { readSetting } from "#college/setting/setting.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { applicant, lockApplicant, type SignedIn } from "#identity/session/session.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { type Ask, handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import {
  askAboutOwn,
  everyPayment,
  everyPaymentOf,
  type OwnPayment,
  ownReference,
  viewOf,
} from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { ownFile, storedFiles } from "#platform/files/stored-file.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type DeskCase, type OwnCase, openCase, readOwnCases } from "./payer-case.contract.ts";
import { mailAnswered, mailOpened } from "./payer-case.mail.server.ts";
import { type CaseAnswer, KIND } from "./payer-case.rules.ts";

/** Each makes work for a person. */
const cases: Limit = {
  name: "payer-cases",
  points: 6,
  seconds: 86_400,
  sentence: "You have sent six cases today. The bursary answers them one after another: please wait until tomorrow",
};

type Opening = Ask<SignedIn, string, v.InferOutput<typeof openCase.body>>;

/**
 * Asks the provider, and tells the bursary where that does not help. Refuses what is paid or in the future, another's picture, and a
 * second case while one is open.
 */
async function open(app: FastifyInstance, ask: Opening) {
  const { who, body } = ask;
  const own = await ownOrNothing(app.portal.db, who.applicant, body.rrr);
  const asked = own && (await askedAbout(app, who.applicant, own));
  if (own?.state === "PAID" && asked?.state === "PAID")
    throw refuse("paid-already", `${paymentSentence(viewOf(own))}. There is nothing to look for`);
  if (asked?.state === "PAID") {
    const message = `It is paid now: we have just asked. ${paymentSentence(viewOf(asked))}`;
    return { type: "success" as const, message, number: null, promised: null };
  }
  const days = await readSetting(app.portal.db, "payerCaseDays");
  return write(app, ask, async (work) => {
    await lockApplicant(work.trx, who.applicant);
    await takeWith(work.trx, cases, who.applicant);
    const { number, promised } = await keepCase(work, ask, asked ?? null, days);
    await mailOpened(app, work.trx, who.applicant, { number, promised });
    const message = `The bursary looks at it and answers by ${asDay(promised)}. Your case is ${number}`;
    return { type: "success" as const, message, number, promised };
  });
}

/** One's own reference with these digits, whatever it is for. One that is nobody's and another's are the same. */
async function ownOrNothing(db: Database, owner: string, rrr: string | undefined): Promise<OwnPayment | undefined> {
  if (rrr === undefined) return undefined;
  return ownReference(db, owner, rrr).catch(() => undefined);
}

async function askedAbout(app: FastifyInstance, owner: string, own: OwnPayment): Promise<OwnPayment> {
  await askAboutOwn(app, owner, own);
  return ownReference(app.portal.db, owner, own._id);
}

async function keepCase({ trx, note }: Work, { who, body }: Opening, payment: OwnPayment | null, days: number) {
  const { bank, teller, paidon, words = null } = body;
  const file = await ownFile(trx, who.applicant, body.evidence);
  if (file?.kind !== "document")
    throw refuseFields("file-not-found", { evidence: "Send the picture of the slip again" });
  const amount_kobo = Math.round(Number(body.amount) * 100);
  const rrr = payment ? null : (body.rrr ?? null);
  const kept = { number: newNumber(), payment: payment?._id ?? null, rrr, bank, teller, paidon, amount_kobo, words };
  const _id = newId();
  const { rows } = await onConstraint(
    {
      payer_case_open: () =>
        stale(
          "case-open-already",
          "You have told us of this payment already, and the bursary has not answered yet. Its number and day stand below",
        ),
    },
    sql<{ promised: string; early: boolean }>`
      insert into portal.payer_case (_id, number, applicant, payment, rrr, bank, teller, paidon, amount_kobo, words, evidence, promised)
      values (${_id}, ${kept.number}, ${who.applicant}, ${kept.payment}, ${rrr}, ${bank}, ${teller}, ${paidon}, ${amount_kobo}, ${words},
        ${file._id}, ${workingDay(days)})
      returning promised, paidon <= (now() at time zone 'Africa/Lagos')::date as early`.execute(trx),
  );
  const [made] = rows;
  if (!made?.early)
    throw refuseFields("day-in-future", { paidon: "Day of the payment must not be in the future. Look at the slip" });
  const { payername, jamb } = payment ?? (await payerOf(trx, who.applicant));
  const said = `Case ${kept.number}. ${bank}, slip ${teller}, ${asDay(paidon)}, ${asNaira(naira(amount_kobo))}`;
  await sql`select portal.open_payment_exception(${KIND}, ${`payer-case:${_id}`}, ${kept.payment}, ${payment?.rrr ?? rrr}, ${payername},
    ${jamb}, null, ${payment?.amount_kobo ?? amount_kobo}, ${said.slice(0, 300)}, now())`.execute(trx);
  note({ deed: "payer_case.open", subject: `payer_case:${_id}`, after: { ...kept, promised: made.promised } });
  return { number: kept.number, promised: made.promised };
}

/** The day so many working days from today, in Lagos. */
const workingDay = (days: number): RawBuilder<string> =>
  sql<string>`(select d::date from generate_series((now() at time zone 'Africa/Lagos')::date + 1,
    (now() at time zone 'Africa/Lagos')::date + 100, '1 day') d where extract(isodow from d) < 6 order by d offset ${days - 1} limit 1)`;

const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** `K7M2-4Q9X`: nobody has to guess it, and it is read over a telephone. */
const newNumber = (): string =>
  Array.from({ length: 8 }, (_, at) => `${at === 4 ? "-" : ""}${SIGNS[randomInt(SIGNS.length)]}`).join("");

async function payerOf(trx: Trx, owner: string): Promise<{ payername: string; jamb: string }> {
  const [found] = await contactsOf(trx, [owner]);
  return { payername: found ? filedName(found) : "", jamb: found?.jamb ?? "" };
}

async function ownCases(db: Database, owner: string): Promise<OwnCase[]> {
  const { rows } = await sql<Omit<OwnCase, "amount"> & { amount_kobo: number }>`
    select c._id, c.number, coalesce(p.rrr, c.rrr) as rrr, p.description, c.amount_kobo, c.bank, c.teller, c.paidon::text as paidon, c."createdAt",
      c.promised::text as promised, c."answeredAt" is null and c.promised < (now() at time zone 'Africa/Lagos')::date as overdue,
      c.answer, c.reply, c."answeredAt"
    from portal.payer_case c left join ${everyPayment()} p on p._id = c.payment
    where c.applicant = ${owner} order by c."createdAt" desc, c._id desc`.execute(db);
  return rows.map(({ amount_kobo, ...one }) => ({ ...one, amount: naira(amount_kobo) }));
}

export function payerCaseCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  handle(app, readOwnCases, applicant, async ({ who }) => {
    const [own, payments, days] = await Promise.all([
      ownCases(db, who.applicant),
      everyPaymentOf(db, who.applicant),
      readSetting(db, "payerCaseDays"),
    ]);
    const references = payments.flatMap(({ rrr, state, description, amount_kobo }) =>
      rrr && state !== "PAID" && state !== "REFUSED" ? [{ rrr, description, amount: naira(amount_kobo) }] : [],
    );
    return { cases: own, days, references };
  });
  handle(app, openCase, applicant, (ask) => open(app, ask));
}

/** The case of an exception, for the desk; null for any other kind. */
export async function caseOfException({ portal }: FastifyInstance, subject: string): Promise<DeskCase | null> {
  const [noun, id = ""] = subject.split(":");
  if (noun !== "payer-case") return null;
  const found = await portal.db
    .selectFrom("payer_case")
    .innerJoin(storedFiles(portal.db), "file._id", "payer_case.evidence")
    .select(["number", "bank", "teller", "paidon", "amount_kobo", "words", "promised", "answer"])
    .select(["file.newname", "file.mediatype", "file.sha256"])
    .where("payer_case._id", "=", id)
    .executeTakeFirstOrThrow();
  const alike = await portal.db
    .selectFrom("payer_case")
    .innerJoin(storedFiles(portal.db), "file._id", "payer_case.evidence")
    .select("number")
    .where("payer_case._id", "<>", id)
    .where((row) =>
      row.or([
        row("file.sha256", "=", found.sha256),
        sql<boolean>`lower(payer_case.bank) = lower(${found.bank}) and lower(payer_case.teller) = lower(${found.teller})`,
      ]),
    )
    .orderBy("payer_case.createdAt")
    .limit(10)
    .execute();
  const { newname, sha256: _, amount_kobo, answer, ...told } = found;
  return {
    ...told,
    amount: naira(amount_kobo),
    link: await portal.files.link(newname),
    alike: alike.map(({ number }) => number),
    answer: answer as CaseAnswer | null,
  };
}

/** Whose case it is. */
export async function payerOfCase(trx: Trx, subject: string): Promise<string> {
  const id = subject.split(":")[1] ?? "";
  const { applicant: owner } = await trx
    .selectFrom("payer_case")
    .select("applicant")
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();
  return owner;
}

interface Answering {
  readonly subject: string;
  readonly staff: string;
  readonly answer: CaseAnswer;
  readonly reply: string;
}

/** Writes the desk's answer down and mails it. The exception is locked, and closed by the caller. */
export async function answerPayer(
  app: FastifyInstance,
  { trx, note }: Work,
  { subject, staff, answer, reply }: Answering,
): Promise<void> {
  const id = subject.split(":")[1] ?? "";
  const { applicant: owner, number } = await trx
    .updateTable("payer_case")
    .set({ answer, reply, answeredby: staff, answeredAt: sql`now()` })
    .where("_id", "=", id)
    .returning(["applicant", "number"])
    .executeTakeFirstOrThrow();
  await mailAnswered(app, trx, owner, { number, answer, reply });
  note({ deed: "payer_case.answer", subject: `payer_case:${id}`, after: { answer }, reason: reply });
}

/** Its exception waits again: so does the payer. Refuses while another case of the same reference is open. */
export async function waitAgain({ trx, note }: Work, subject: string): Promise<void> {
  const id = subject.split(":")[1] ?? "";
  await onConstraint(
    {
      payer_case_open: () =>
        stale("case-open-already", "The payer has opened another case about this payment. Settle that one"),
    },
    trx
      .updateTable("payer_case")
      .set({ answer: null, reply: null, answeredby: null, answeredAt: null })
      .where("_id", "=", id)
      .execute(),
  );
  note({ deed: "payer_case.reopen", subject: `payer_case:${id}` });
}

/** Cases whose promised day is over. */
export const overdueCases = (): RawBuilder<unknown> =>
  sql`select from portal.payer_case where "answeredAt" is null and promised < (now() at time zone 'Africa/Lagos')::date`;

export const impossibleCases: readonly Impossible[] = [
  {
    name: "payer-unanswered-and-unseen",
    sentence:
      "A payer's case waits at the money desk until it is answered, and no longer; of a paid reference none waits",
    rows: sql`select 'payer_case:' || c._id as subject from portal.payer_case c
      left join portal.payment_exception x on x.subject = 'payer-case:' || c._id
      left join ${everyPayment()} p on p._id = c.payment
      where x._id is null or (x."closedAt" is null) <> (c."answeredAt" is null) or c."answeredAt" is null and p.state = 'PAID'`,
  },
];

export const ownPayerCases: OwnRows = {
  name: "payer cases",
  tables: ["payer_case"],
  rows: (owner) =>
    sql`select to_jsonb(c) - 'answeredby' as row from portal.payer_case c where c.applicant = ${owner} order by c."createdAt"`,
  stays: {
    what: ({ length }) => [length === 1 ? "What you told of a payment" : `What you told of payments, ${length} times`],
    why: "The law asks the college to keep its books, and what was said about them",
  },
};
