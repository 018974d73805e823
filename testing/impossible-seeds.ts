import { sql } from "kysely";
import type { Trx } from "../src/platform/write/perform.server.ts";
import { awardSeeds } from "./impossible-award-seeds.ts";
import { duplicateSeeds } from "./impossible-duplicate-seeds.ts";
import { groupSeeds } from "./impossible-group-seeds.ts";
import { integrationSeeds } from "./impossible-integration-seeds.ts";
import { messageSeeds } from "./impossible-message-seeds.ts";
import { olevelSeeds } from "./impossible-olevel-seeds.ts";
import { practiceSeeds } from "./impossible-practice-seeds.ts";
import { profileSeeds } from "./impossible-profile-seeds.ts";
import { progressionSeeds, standingSeeds } from "./impossible-progression-seeds.ts";
import { publicationSeeds } from "./impossible-publication-seeds.ts";
import { rectificationSeeds } from "./impossible-rectification-seeds.ts";
import { registrationSeeds } from "./impossible-registration-seeds.ts";
import { resultSeeds } from "./impossible-result-seeds.ts";
import { screeningSeeds } from "./impossible-screening-seeds.ts";
import { chainSeeds, sheetSeeds } from "./impossible-sheet-seeds.ts";
import { studentSeeds, without } from "./impossible-student-seeds.ts";
import { transcriptSeeds } from "./impossible-transcript-seeds.ts";

/**
 * How what should be impossible could come about, by the name of the check that finds it: statements on a portal with an
 * applicant who has applied, was offered a place and has accepted it, and one who has an open reference. Triggers and
 * references look away; a constraint in the way is taken away first.
 */
const BILL = "01900000-0000-7000-8000-000000000b11";

const clearanceItem = `insert into portal.clearance_item (_id, label, whereto, bring)
  values (gen_random_uuid(), 'Lost', 'Registry', 'Originals')`;

const seeds: Readonly<Record<string, Seed>> = {
  "account-changed-by-another": `insert into portal.audit (_id, actorkind, actor, deed, subject)
    select gen_random_uuid(), 'applicant', gen_random_uuid(), 'account.change', 'applicant:' || _id from portal.applicant limit 1`,
  ...messageSeeds,
  "signed-in-unverified": `update portal.applicant set "verifiedAt" = null`,
  "address-of-two": [
    "drop index portal.applicant_emailaddress",
    copy("applicant", { emailaddress: "upper(emailaddress)", jamb: "'0' || jamb" }),
  ],
  "jamb-number-of-two": copy("applicant", { emailaddress: "'x' || emailaddress", jamb: "lower(jamb)" }),
  "bio-says-otherwise": `insert into portal.bio_lock (applicant, field, value, source)
    select applicant, 'firstname', 'Lost', 'JAMB' from portal.bio limit 1`,
  ...studentSeeds,
  ...profileSeeds,
  ...practiceSeeds,
  ...awardSeeds,
  ...registrationSeeds,
  ...resultSeeds,
  ...sheetSeeds,
  ...chainSeeds,
  ...progressionSeeds,
  ...standingSeeds,
  ...transcriptSeeds,
  ...rectificationSeeds,
  ...publicationSeeds,
  ...integrationSeeds,
  "no-administrator": `with made as (
      insert into portal.user_group (_id, key, name) values (gen_random_uuid(), 'administrators', 'Administrators')
      on conflict (key) do update set name = excluded.name returning _id),
    inactive as (update portal.staff set status = 'Left' returning _id)
    insert into portal.group_member (_id, staff, "group") select gen_random_uuid(), inactive._id, made._id from made, inactive on conflict do nothing`,
  "six-referees": [
    without("referee", "referee_place", "referee_five"),
    ...Array.from({ length: 5 }, () => copy("referee", {})),
  ],
  "three-sittings": [
    without("olevel_sitting", "olevel_sitting_slot", "olevel_sitting_two", "olevel_sitting_once"),
    copy("olevel_sitting", {}),
    copy("olevel_sitting", {}),
  ],
  "ten-results": [
    without("olevel_result", "olevel_result_place", "olevel_result_nine", "olevel_result_subject"),
    ...Array.from({ length: 9 }, () => copy("olevel_result", {})),
  ],
  "subject-twice": [
    without("olevel_result", "olevel_result_place", "olevel_result_nine", "olevel_result_subject"),
    copy("olevel_result", {}),
  ],
  "paid-without-answer": "update portal.payment_event set amount_kobo = amount_kobo + 1 where tostate = 'PAID'",
  "state-without-event": "update portal.payment_event set tostate = 'HELD' where tostate = 'PAID'",
  "two-open-references": [
    "drop index portal.payment_reference_one_open",
    copy(
      "payment_reference",
      { orderid: "md5(orderid)", rrr: "'999999999999'", application: "null", applicationcode: "null" },
      "state = 'OPEN'",
    ),
  ],
  "paid-twice-for-one": [
    "drop index portal.payment_reference_one_paid",
    copy(
      "payment_reference",
      { orderid: "md5(orderid)", rrr: "'999999999999'", application: "null", applicationcode: "null" },
      "state = 'PAID'",
    ),
  ],
  "fee-not-its-items": "update portal.payment_reference set amount_kobo = amount_kobo + 1",
  "payer-not-written-to": "delete from portal.outgoing_mail",
  "journal-out-of-balance": "update portal.ledger_entry set amount_kobo = amount_kobo + 1 where amount_kobo > 0",
  "paid-without-journal": "delete from portal.ledger_journal",
  "credit-and-income-mixed": "update portal.ledger_entry set account = 'credit' where amount_kobo < 0",
  "ledger-of-unpaid": [
    without("payment_reference", "payment_reference_used_once_paid", "payment_reference_verified"),
    "update portal.payment_reference set state = 'HELD' where state = 'PAID'",
  ],
  "less-than-nothing-left":
    "update portal.ledger_entry set amount_kobo = -amount_kobo where account = 'application-fee'",
  "ledger-beside-provider": "update portal.ledger_entry set account = 'transfer' where account = 'provider'",
  "closed-day-changed": `insert into portal.day_book (_id, day, hash, lines, totals, closedby)
    values (gen_random_uuid(), current_date, repeat('0', 64), 0, '{}', gen_random_uuid())`,
  "record-corrected-by-one": [
    without("record_correction", "record_correction_two_people"),
    corrected("Approved", "a.snapshot #> '{bio,gender}'"),
  ],
  "corrected-otherwise": corrected("Changed", `'"Neither"'::jsonb`),
  "corrected-by-one": `update portal.payment_reference set state = 'REVERSED' where state = 'PAID'`,
  "owed-and-unseen": "update portal.payment_reference set state = 'HELD' where state = 'OPEN'",
  "payer-unanswered-and-unseen": `insert into portal.payer_case (_id, number, applicant, bank, teller, paidon, amount_kobo, evidence, promised)
    select gen_random_uuid(), 'LOST-LOST', applicant, 'Bank', '1', current_date, 100, gen_random_uuid(), current_date
    from portal.payment_reference limit 1`,
  "waived-and-booked": [
    without("payment_reference", "payment_reference_waiver_once", "payment_reference_amount"),
    "update portal.payment_reference set waiver = gen_random_uuid() where state = 'PAID'",
  ],
  ...groupSeeds,
  "waived-by-one": [without("fee_waiver", "fee_waiver_two_people"), waiverBy("'Approved'")],
  "waiver-beside-its-payment": `insert into portal.fee_waiver_line (_id, waiver, applicant, purpose, session, number, "usedAt", waived_kobo)
    select gen_random_uuid(), gen_random_uuid(), _id, 'application', gen_random_uuid(), '000000000001', now(), 100
    from portal.applicant limit 1`,
  "payment-used-twice": [
    without("application", "application_payment", "application_once"),
    copy("application", { code: "'copy'" }),
  ],
  "payment-of-another": "update portal.application set session = gen_random_uuid()",
  "moved-without-consent": `insert into portal.application_move (_id, application, fromprogramme, programme, why, named, before)
    select gen_random_uuid(), a._id, gen_random_uuid(), a.programme, 'Consent', '{}', '{}' from portal.application a limit 1`,
  "agreed-too-late": `insert into portal.programme_move (_id, application, applicant, session, fromprogramme, programme, code, name,
      state, askedby, reason, days, answerby, decidedby, "decidedAt", "answeredAt")
    select gen_random_uuid(), a._id, a.applicant, a.session, gen_random_uuid(), a.programme, a.code, 'Lost', 'Moved', s._id, 'Lost',
      7, current_date - 3, gen_random_uuid(), now(), now() from portal.application a, portal.staff s limit 1`,
  "moved-without-a-move": "update portal.application set programme = gen_random_uuid()",
  "unpaid-application": [
    without("payment_reference", "payment_reference_used_once_paid", "payment_reference_verified"),
    "update portal.payment_reference set state = 'EXPIRED' where application is not null",
  ],
  "two-live-applications": [
    without("application", "application_once"),
    copy("application", { code: "'copy'", payment: "gen_random_uuid()" }),
  ],
  "application-without-referees": "delete from portal.referee",
  "application-without-audit": "delete from portal.audit",
  "application-without-review": "delete from portal.review",
  "review-moved-unseen": "update portal.review set state = 'Refused'",
  "jamb-number-applies-twice": copy("review", {}),
  "status-without-offer": "update portal.application set status = 2",
  "offer-without-audit": "delete from portal.audit where deed = 'offer.release'",
  "offer-of-another": "update portal.offer set applicant = gen_random_uuid()",
  "offers-beyond-seats": [
    without("intake", "intake_within_seats"),
    "update portal.intake set seats = 0, beyond = 0 where taken > 0",
  ],
  "acceptance-without-offer": "delete from portal.offer",
  "acceptance-without-payment": "update portal.acceptance set payment = gen_random_uuid()",
  "acceptance-fee-without-place": "delete from portal.acceptance",
  "two-accepted-places": [
    without("acceptance", "acceptance_one_place", "acceptance_payment"),
    copy("acceptance", { application: "gen_random_uuid()" }),
  ],
  ...screeningSeeds,
  ...olevelSeeds,
  ...duplicateSeeds,
  "acceptance-without-clearance": "delete from portal.clearance_file",
  "clearance-not-asked": clearanceItem,
  "clearance-miscounted": "update portal.clearance_file set items = items + 1, open = open + 1",
  "cleared-by-nobody": [
    clearanceItem,
    without("clearance", "clearance_decided"),
    cleared("'Cleared', null::text, false, null::uuid"),
  ],
  "cleared-without-proof": [
    clearanceItem,
    without("clearance", "clearance_proof"),
    cleared("'Cleared', null::text, true, (select _id from portal.staff limit 1)"),
  ],
  "refused-without-reason": [
    clearanceItem,
    without("clearance", "clearance_reason"),
    cleared("'Refused', null, false, (select _id from portal.staff limit 1)"),
  ],
  "review-beside-its-offer": "update portal.review set state = 'Checked'",
  "given-up-and-offered": departed("Declined"),
  "review-beside-departure": departed("Declined"),
  "bill-not-its-lines": bill(),
  "billed-below-nothing": [bill(), "update portal.bill set billed_kobo = -100"],
  "bill-without-lines": bill(),
  "fee-after-the-bill": [bill(), billLine(1, { '"createdAt"': "now() + interval '1 day'" })],
  "tuition-not-counted": `insert into portal.bill_payment (payment, bill, amount_kobo, paidon)
    values (gen_random_uuid(), '${BILL}', 100, current_date)`,
  "tuition-income-beside-bills": [
    "update portal.payment_reference set purpose = 'tuition', bill = gen_random_uuid() where purpose = 'application'",
    "update portal.ledger_entry set account = 'tuition-fee' where account = 'application-fee'",
  ],
  "late-charge-twice": [
    "drop index portal.bill_line_late_once",
    bill(),
    ...[1, 2].map((place) => billLine(place, { kind: "'late'", latecharge: `'${BILL}'::uuid` })),
  ],
  "line-taken-back-otherwise": [
    bill(),
    billLine(1, { kind: "'change'", reason: "'Lost'" }),
    billLine(2, { kind: "'change'", reason: "'Lost'", amount_kobo: "-50", takesback: "1" }),
  ],
};

type Seed = Statement | readonly Statement[];
type Statement = string | ((trx: Trx) => Promise<unknown>);

export const seededChecks = Object.keys(seeds).sort();

/** Brings it about, in a transaction that whoever calls takes back. */
export async function seedImpossible(trx: Trx, name: string): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(trx);
  for (const statement of [seeds[name] ?? []].flat() as Statement[])
    await (typeof statement === "string" ? sql.raw(statement).execute(trx) : statement(trx));
}

/** One row again under another `_id`, with other values in some columns. */
function copy(table: string, changes: Readonly<Record<string, string>>, where = "true"): Statement {
  return async (trx) => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'portal' and table_name = ${table} and is_generated = 'NEVER'`.execute(trx);
    const fresh: Readonly<Record<string, string>> = { _id: "gen_random_uuid()", ...changes };
    const names = rows.map(({ name }) => `"${name}"`).join(", ");
    const values = rows.map(({ name }) => fresh[name] ?? `"${name}"`).join(", ");
    await sql
      .raw(`insert into portal.${table} (${names}) select ${values} from portal.${table} where ${where} limit 1`)
      .execute(trx);
  };
}

/** An item of clearance; whoever has accepted a place has one line of it as told: state, reason, whether a scan is asked, and by whom. */
function cleared(told: string): string {
  return `insert into portal.clearance (_id, application, item, department, state, reason, proofasked, decidedby, "decidedAt")
    select gen_random_uuid(), f.application, i._id, gen_random_uuid(), told.*, now()
    from portal.clearance_file f, portal.clearance_item i, (select ${told}) told where i.label = 'Lost'`;
}

/** A bill of nobody's, over one naira. */
function bill(): string {
  return `insert into portal.bill (_id, student, session, semester, programme, level, indigene, isnewstudent, "serviceID",
      instalments, billed_kobo)
    select '${BILL}', gen_random_uuid(), s._id, 1, p._id, 100, false, true, '4430731',
      '[{"name": "Whole fee", "share": 100, "due": "2026-01-31", "opens": []}]', 100
    from portal.session s, portal.programme p limit 1`;
}

function billLine(place: number, given: Readonly<Record<string, string>>): string {
  const columns = {
    bill: `'${BILL}'`,
    place: `${place}`,
    kind: "'fee'",
    label: "'Lost'",
    amount_kobo: "100",
    ...given,
  };
  return `insert into portal.bill_line (${Object.keys(columns).join(", ")}) values (${Object.values(columns).join(", ")})`;
}

/** A fee that one person alone has waived. */
function waiverBy(state: string): string {
  return `insert into portal.fee_waiver (_id, kind, purpose, session, count, reason, evidence, state, proposedby,
    decidedby, "decidedAt", named)
  select gen_random_uuid(), 'Waiver', 'application', gen_random_uuid(), 1, 'Lost', gen_random_uuid(), ${state}, _id, _id, now(), ''
  from portal.staff limit 1`;
}

/** A correction of the gender by one person alone. */
function corrected(state: "Approved" | "Changed", after: string): string {
  const who = state === "Approved" ? "(select _id from portal.staff limit 1)" : "null";
  return `insert into portal.record_correction (_id, noun, record, applicant, kind, about, before, after, oldvalue, newvalue,
      reason, evidence, askedby, state, decidedby, "decidedAt", code, name, jamb)
    select gen_random_uuid(), 'application', a._id, a.applicant, 'gender', 'Gender', '{"gender": "Other"}',
      jsonb_build_object('gender', ${after}), 'Other', 'Right', 'Seen on the certificate', gen_random_uuid(), ${who},
      '${state}', ${who}, now(), a.code, 'Aisha', '2026' from portal.application a limit 1`;
}

/** An offer that its applicant has given up, of which nothing else knows. */
function departed(kind: string): string {
  return `insert into portal.departure (_id, kind, application, applicant, programme, session, code, name, jamb, reason, offered, terms,
      due, "releasedAt")
    select gen_random_uuid(), '${kind}', application, applicant, programme, session, code, name, jamb, 'Cost', kind, terms, due,
      "releasedAt" from portal.offer limit 1`;
}
