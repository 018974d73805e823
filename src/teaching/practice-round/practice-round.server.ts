import { type RawBuilder, sql } from "kysely";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { practiceRounds } from "./practice-round.contract.ts";
import { type ChoiceWay, sheetItems } from "./practice-round.rules.ts";

export const practiceRoundRules: RecordRules<typeof practiceRounds> = {
  of: practiceRounds,
  table: "practice_round",
  within: "college-wide",
  usual: usualRunningSession,
  constraints: {
    practice_round_once: ["value-taken", "name", "This semester has a round of this name already. Change that one"],
    practice_round_long_enough: [
      "practice-too-short",
      "ends",
      "The practice is shorter than its weeks. Choose a later last day, or fewer weeks",
    ],
    practice_round_judged: [
      "results-judged-already",
      "passline",
      "A result of this round is proposed or confirmed, so its semester and its pass line stay. Make another round for those who are judged otherwise",
    ],
    practice_round_choice_ends: ["days-out-of-order", "chooseuntil", "Choice until must not be before Choice from"],
  },
  instead: "Students have chosen or are posted in it. Change its days instead",
};

/** Every round, as a part of a larger query. */
export const everyRound = (): RawBuilder<unknown> =>
  sql`(select _id, name, session, semester, courses, needs, way, choosefrom, chooseuntil, starts, ends, weeks, visits, passline
    from portal.practice_round)`;

export interface PracticeRound {
  readonly _id: string;
  readonly name: string;
  readonly session: string;
  readonly semester: number;
  readonly courses: string;
  readonly needs: string;
  readonly way: ChoiceWay;
  readonly choosefrom: string;
  readonly chooseuntil: string;
  readonly starts: string;
  readonly ends: string;
  readonly weeks: number;
  readonly visits: number;
  readonly passline: number;
  readonly sheet: ReturnType<typeof sheetItems>;
  /** By the clock of the database, in Lagos. */
  readonly choice: "early" | "open" | "closed";
}

/** Rounds that a condition on the table called `r` finds, the next to begin first. */
export async function roundsThat(db: Database | Trx, where: RawBuilder<unknown>): Promise<PracticeRound[]> {
  const { rows } = await sql<Omit<PracticeRound, "sheet"> & { items: string }>`
    select r._id, r.name, r.session, r.semester, r.courses, r.needs, r.way, r.choosefrom, r.chooseuntil, r.starts, r.ends, r.weeks,
      r.visits, r.passline, r.items,
      case when today.day < r.choosefrom then 'early' when today.day > r.chooseuntil then 'closed' else 'open' end as choice
    from portal.practice_round r cross join (select (now() at time zone 'Africa/Lagos')::date as day) today
    where ${where} order by r.starts desc, r._id limit 50`.execute(db);
  return rows.map(({ items, ...round }) => ({ ...round, sheet: sheetItems(items) }));
}

/** One round; undefined where there is none. */
export const roundById = async (db: Database | Trx, id: string): Promise<PracticeRound | undefined> =>
  isId(id) ? (await roundsThat(db, sql`r._id = ${id}`))[0] : undefined;

/** The same, locked: who posts many in one round waits for whoever does so already. */
export async function lockRound(trx: Trx, id: string): Promise<PracticeRound | undefined> {
  if (!isId(id)) return undefined;
  await trx.selectFrom("practice_round").select("_id").where("_id", "=", id).forUpdate().execute();
  return roundById(trx, id);
}

/** The same, kept as it is until the end: what is judged by it is judged by what it says then. */
export async function holdRound(trx: Trx, id: string): Promise<PracticeRound | undefined> {
  await trx.selectFrom("practice_round").select("_id").where("_id", "=", id).forShare().execute();
  return roundById(trx, id);
}

export const practiceRoundNoun: Noun = {
  name: "practice-round",
  records: [practiceRoundRules],
};
