import { type RawBuilder, sql } from "kysely";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Config } from "../config/config.server.ts";
import type { Database } from "../database/connect.server.ts";
import { newId } from "../database/id.server.ts";
import { enqueue } from "../jobs/jobs.server.ts";
import { type Limit, takeWith } from "../limits/limits.server.ts";
import type { KeptNumber } from "../metrics/metrics.port.server.ts";
import type { Trx } from "../write/perform.server.ts";
import { smsTask } from "./send-sms.job.server.ts";
import { inPlainSigns, piecesOf, type SmsKind } from "./sms.rules.ts";

/** A text to a phone of 13 digits, `2348031234567`. Its words name nothing that a family who shares the phone shall not read. */
export interface Sms {
  readonly applicant: string;
  readonly recipient: string;
  readonly kind: SmsKind;
  readonly text: string;
}

/** Codes to one phone, whoever asks: nobody's phone is rung all day at the college's cost. */
const codes: Limit = { name: "sms-code", points: 3, seconds: 3_600, sentence: "Three codes went to this phone" };

/**
 * Posts a text beside a mail, with the change that both belong to. Without a gateway nothing is written. The mail is the
 * message: whatever becomes of the text, nothing is refused for it.
 */
export async function postSms(trx: Trx, { sms: gateway }: Pick<Config, "sms">, sms: Sms): Promise<void> {
  if (!gateway || (sms.kind === "Code" && (await isCodeTooMuch(trx, sms.recipient)))) return;
  const _id = newId();
  const body = inPlainSigns(sms.text);
  await sql`insert into portal.outgoing_sms (_id, applicant, recipient, kind, body, pieces)
    values (${_id}, ${sms.applicant}, ${sms.recipient}, ${sms.kind}, ${body}, ${piecesOf(body)})`.execute(trx);
  await enqueue(trx, smsTask, { sms: _id });
}

const isCodeTooMuch = (trx: Trx, recipient: string): Promise<boolean> =>
  takeWith(trx, codes, recipient).then(
    () => false,
    (spent) => {
      if (spent instanceof Refusal) return true;
      throw spent;
    },
  );

/** What was sent to an applicant's phone, as rows of `row`, without the words. */
export const smsOf = (applicant: string): RawBuilder<{ row: Readonly<Record<string, unknown>> }> =>
  sql`select jsonb_build_object('at', "createdAt", 'phonenumber', recipient, 'about', kind, 'state', state) as row
    from portal.outgoing_sms where applicant = ${applicant}`;

/** What the texts of the present day in Lagos have come to. */
export interface SmsDay {
  readonly spent_kobo: number;
  readonly sent: number;
  readonly delivered: number;
  readonly undelivered: number;
  /** Held back because the ceiling was reached. */
  readonly held: number;
}

export async function smsToday(db: Database): Promise<SmsDay> {
  const { rows } = await sql<SmsDay>`
    select coalesce((select spent_kobo from portal.sms_day where day = ${lagosToday}), 0)::int as spent_kobo,
      count(s."askedAt")::int as sent, (count(*) filter (where s.state = 'Delivered'))::int as delivered,
      (count(*) filter (where s.state in ('Not delivered', 'Unknown', 'Failed')))::int as undelivered,
      (count(*) filter (where s.state = 'Over the ceiling'))::int as held
    from portal.outgoing_sms s where s."createdAt" >= ${lagosToday}::timestamp at time zone 'Africa/Lagos'`.execute(db);
  return rows[0] ?? { spent_kobo: 0, sent: 0, delivered: 0, undelivered: 0, held: 0 };
}

const lagosToday: RawBuilder<unknown> = sql`(now() at time zone 'Africa/Lagos')::date`;

/** Marks today as told, once, where the ceiling held texts back, and answers how many. */
export async function tellOfCeiling(trx: Trx): Promise<number | undefined> {
  const { rows } = await sql<{ held: number }>`
    with held as (${heldToday}),
    told as (
      insert into portal.sms_day as d (day, "toldAt") select ${lagosToday}, now() where exists (select from held)
      on conflict (day) do update set "toldAt" = now() where d."toldAt" is null returning day)
    select (select count(*) from held)::int as held from told`.execute(trx);
  return rows[0]?.held;
}

const heldToday = sql`select from portal.outgoing_sms
  where state = 'Over the ceiling' and "endedAt" >= ${lagosToday}::timestamp at time zone 'Africa/Lagos'`;

/** Whether the ceiling held texts back today and nobody was told. */
export async function isCeilingUntold(db: Database): Promise<boolean> {
  const { rows } = await sql`${heldToday}
    and not exists (select from portal.sms_day d where d.day = ${lagosToday} and d."toldAt" is not null) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether of the SMS of the last hour five or more are unknown or failed, and more than went out. */
export const smsStuck = (): RawBuilder<boolean> => sql<boolean>`(
  select count(*) filter (where state in ('Unknown', 'Failed')) >= greatest(5, count(*) filter (where state in ('Sent', 'Delivered')))
  from portal.outgoing_sms where "createdAt" > now() - interval '1 hour')`;

export const smsKept: KeptNumber = {
  ...{ name: "portal_sms", help: "SMS of which nobody knows yet that they came.", label: "state" },
  rows: sql<{ label: string; value: number }>`select s.state as label, (
      select count(*)::int from portal.outgoing_sms m where m.state = s.state and m."createdAt" > now() - interval '1 day') as value
    from (values ('Waiting'), ('Unknown'), ('Not delivered'), ('Failed'), ('Over the ceiling')) as s (state)`,
};
