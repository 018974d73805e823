import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { ofProgrammesWithin, programmeTitles } from "#college/programme/programme.server.ts";
import { columnsOf, mayRead, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { printable } from "#kit/field/text.rules.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type CapsStanding, type CapsStatus, capsStatuses, plainStatus, statusOf } from "../jamb.caps.rules.ts";
import { capsReturns } from "./caps.contract.ts";

export const capsReturnRules: RecordRules<typeof capsReturns> = {
  of: capsReturns,
  table: "caps_return_line",
  within: ofProgrammesWithin,
};

/** What CAPS said last of a session, as a part of a larger query: rows of `jamb, name, programme, status, said`. */
export const capsReturnsOf = (session: string): RawBuilder<unknown> => sql`
  select r.jamb, r.name, r.programme, r.status, r.said from portal.caps_return_line r where r.session = ${session}`;

/** What CAPS said last of one number; undefined where no return names it, or the officer's right does not reach it. */
export async function capsAnswerOf(db: Database, who: Officer, { session, jamb }: { session: string; jamb: string }) {
  const { rows } = await sql<{ _id: string; status: CapsStatus; said: string; at: string }>`
    select t._id, t.status, t.said, t."createdAt" as at from portal.caps_return_line t
    where t.session = ${session} and t.jamb = ${jamb} and ${mayRead(capsReturnRules, who, columnsOf("t"))}`.execute(db);
  return rows[0];
}

/** The programme for which CAPS has approved a number, in its newest return; undefined where it has approved none that is known. */
export async function capsApprovalOf(
  db: Database,
  session: string,
  jamb: string,
): Promise<{ readonly programme: string; readonly title: string } | undefined> {
  const { rows } = await sql<{ programme: string; title: string }>`
    select r.programme, p.title from portal.caps_return_line r join (${programmeTitles()}) p on p._id = r.programme
    where r.session = ${session} and r.jamb = ${jamb} and r.status in ('Approved', 'Accepted')`.execute(db);
  return rows[0];
}

export async function isReturned(db: Database, session: string): Promise<boolean> {
  const { rows } = await sql`select from portal.caps_return_line where session = ${session} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * What CAPS said of each number in a session, as a part of a larger query: rows of `jamb, programme, status`, and since when the
 * returns say that it was proposed, admitted and accepted. What the newest return takes back does not stand any more.
 */
export const capsDaysOf = (session: string): RawBuilder<unknown> => sql`
  select now.jamb, now.programme, now.status, min(told."createdAt") as proposed,
    case when now.status in ('Approved', 'Accepted') then
      min(told."createdAt") filter (where told.status in ('Approved', 'Accepted')) end as admitted,
    case when now.status = 'Accepted' then min(told."createdAt") filter (where told.status = 'Accepted') end as accepted
  from portal.caps_return_line now join portal.caps_return told on told.session = now.session and told.jamb = now.jamb
  where now.session = ${session} group by now.jamb, now.programme, now.status`;

/** How a place stands with CAPS now, as a part of a larger query. */
export const capsStanding = (
  session: RawBuilder<unknown>,
  jamb: RawBuilder<unknown>,
  programme: RawBuilder<unknown>,
): RawBuilder<CapsStanding> => sql<CapsStanding>`portal.caps_standing(${session}, ${jamb}, ${programme})`;

/** The newest answer of CAPS about each number, as a part of a larger query: rows of `session, jamb, programme, status`. */
export const capsAnswers = (): RawBuilder<unknown> => sql`
  select r.session, r.jamb, r.programme, r.status from portal.caps_return_line r`;

/** As `capsStanding`, of a place beside which its answer was joined, under a name: for many at once. */
export const capsStandingOf = (
  answer: string,
  session: RawBuilder<unknown>,
  programme: RawBuilder<unknown>,
): RawBuilder<CapsStanding> => sql<CapsStanding>`portal.caps_said(${sql.ref(`${answer}.status`)}, ${sql.ref(`${answer}.programme`)},
    ${programme}, case when ${sql.ref(`${answer}.jamb`)} is null then exists (select from portal.caps_return r where r.session = ${session}) end)`;

/** When a session's last CAPS return said something new; null before the first. */
export async function lastReturnOf(db: Database | Trx, session: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`select t."createdAt" as at from portal.caps_return t
    where t.session = ${session} order by t."createdAt" desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** What words of CAPS returns mean that the portal does not know by itself, in letters and figures alone. */
export type CapsWords = ReadonlyMap<string, CapsStatus>;

export async function readCapsWords(db: Database): Promise<CapsWords> {
  const { rows } = await sql<{ word: string; status: CapsStatus }>`select word, status from portal.caps_word`.execute(
    db,
  );
  return new Map(rows.map(({ word, status }) => [word, status]));
}

const said = v.pipe(
  v.string(),
  printable("Status"),
  v.check((word) => plainStatus(word) !== ""),
  v.maxLength(60),
);

const asked = v.record(said, v.picklist(capsStatuses));

/**
 * What a call's query says of words: `statuses={"Provisional":"Pending"}`. Refuses (500, under `statuses`) what is none, and
 * another meaning for a word that the portal knows.
 */
export function readAskedWords(query: unknown): CapsWords {
  const { statuses } = query as { statuses?: unknown };
  if (statuses === undefined) return new Map();
  const { success, output } = v.safeParse(asked, parsed(statuses));
  const sentence = `Say of each status which of these it means: ${capsStatuses.join(", ")}`;
  if (!success) throw refuseForm("form-invalid", sentence, { statuses: sentence });
  for (const [said, status] of Object.entries(output)) refuseOtherMeaning(said, status);
  return new Map(Object.entries(output).map(([said, status]) => [plainStatus(said), status]));
}

/** What CAPS itself says is not for one officer to turn into something else, for every file that follows. */
function refuseOtherMeaning(said: string, status: CapsStatus): void {
  const meant = statusOf(said);
  if (meant === undefined || meant === status) return;
  const sentence = `${said} is a word of CAPS's own and means ${meant}. Leave it out`;
  throw refuseForm("caps-word-means-otherwise", sentence, { statuses: sentence });
}

/** What was said of words, as the audit keeps it. */
export const capsWordsInOneLine = (words: CapsWords): string =>
  [...words].map(([word, status]) => `${word}: ${status}`).join(", ");

/** Keeps what somebody said of words, for the files that follow. */
export async function rememberCapsWords(trx: Trx, words: CapsWords, staff: string): Promise<void> {
  const rows = [...words].map(([word, status]) => ({ word, status }));
  await sql`insert into portal.caps_word (word, status, staff)
    select word, status, ${staff} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(word text, status text)
    on conflict (word) do update set status = excluded.status, staff = excluded.staff, "updatedAt" = now()`.execute(
    trx,
  );
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
