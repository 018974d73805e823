import { type RawBuilder, sql } from "kysely";
import { sessionsById, usualAdmittingSession } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin, programmeCodes } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import { callingStudent, matricsAmong } from "../student/student.server.ts";
import { matriculationCounters, matriculations } from "./matriculation.contract.ts";
import { impossibleMatriculations } from "./matriculation.impossible.server.ts";
import { matricNumber, type NumberWords } from "./matriculation.rules.ts";

const matriculationRules: RecordRules<typeof matriculations> = {
  of: matriculations,
  table: "matric_number_line",
  within: ofProgrammesWithin,
};

const counterRules: RecordRules<typeof matriculationCounters> = {
  of: matriculationCounters,
  table: "matriculation_counter",
  within: "college-wide",
  usual: usualAdmittingSession,
  constraints: {
    matriculation_counter_pkey: [
      "value-taken",
      "programme",
      "The programme has a counter of this session already. Change that one",
    ],
  },
  check: async (_work, { before }) => {
    if (before && before.given !== 0)
      throw refuse(
        "counter-runs-already",
        "The portal has given numbers of this programme and session already, so they go on from there",
      );
  },
};

interface Entrant {
  readonly _id: string;
  readonly programme: string;
  /** The session of entry. */
  readonly session: string;
}

/**
 * Gives a new student the next number of the programme and session. The counter is locked until the transaction ends, and
 * what a transaction that fails had taken is free again: no gap, no double. What somebody has already, who was brought in from
 * outside, is stepped over, and kept as that.
 */
export async function giveMatricNumber({ trx, note }: Work, { _id, programme, session }: Entrant): Promise<string> {
  const template = await readSetting(trx, "matricTemplate");
  const words = await wordsOf(trx, programme, session);
  let { serial, matric } = await nextOfCounter(trx, { programme, session }, template, words);
  while ((await takenAmong(trx, [matric])).size > 0) {
    await trx.insertInto("matriculation_stepped_over").values({ programme, session, serial, matric }).execute();
    ({ serial, matric } = await nextOfCounter(trx, { programme, session }, template, words));
  }
  await onConstraint(
    // Somebody was brought in with this very number meanwhile: done once more, it is stepped over.
    { student_matric: tryAgain, matriculation_matric: tryAgain },
    sql`with called as (${callingStudent(_id, matric)})
      insert into portal.matriculation (student, programme, session, serial, matric)
      select _id, ${programme}, ${session}, ${serial}, ${matric} from called`.execute(trx),
  );
  note({ deed: "matriculation.give", subject: `student:${_id}`, after: { matric, serial } });
  return matric;
}

async function nextOfCounter(
  trx: Trx,
  { programme, session }: Omit<Entrant, "_id">,
  template: string,
  words: NumberWords,
): Promise<{ serial: number; matric: string }> {
  const { rows } = await sql<{ serial: number }>`
    insert into portal.matriculation_counter as counter (_id, programme, session, given)
    values (${newId()}, ${programme}, ${session}, 1)
    on conflict (programme, session) do update set given = counter.given + 1 returning last as serial`.execute(trx);
  const { serial } = rows[0] as { serial: number };
  return { serial, matric: matricNumber(template, words, serial) };
}

/** Of some numbers, those that somebody has or was given, in small letters. */
async function takenAmong(db: Database | Trx, matrics: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = matrics.map((one) => one.toLowerCase());
  const { rows } = await sql<{ matric: string }>`
    select matric from (${matricsAmong(wanted)}) had
    union select lower(m.matric) from portal.matriculation m where m.matric = any(${[...matrics]}::text[])`.execute(db);
  return new Set(rows.map(({ matric }) => matric));
}

async function wordsOf(db: Database | Trx, programme: string, session: string): Promise<NumberWords> {
  const codes = await programmeCodes(db, programme);
  const known = (await sessionsById(db, [session])).get(session);
  if (!codes || !known) throw notFound();
  return { ...codes, session: known.code, sessionname: known.name };
}

/** The numbers that come next, in their order, if nobody else is given one meanwhile. */
export async function nextMatricNumbers(
  db: Database | Trx,
  { programme, session }: Omit<Entrant, "_id">,
  count: number,
): Promise<string[]> {
  const template = await readSetting(db, "matricTemplate");
  const words = await wordsOf(db, programme, session);
  const counter = await db
    .selectFrom("matriculation_counter")
    .select("last")
    .where("programme", "=", programme)
    .where("session", "=", session)
    .executeTakeFirst();
  const numbers: string[] = [];
  for (let serial = counter?.last ?? 0; numbers.length < count; serial += count) {
    const wanted = Array.from({ length: count }, (_, place) => matricNumber(template, words, serial + place + 1));
    const taken = await takenAmong(db, wanted);
    numbers.push(...wanted.filter((one) => !taken.has(one.toLowerCase())));
  }
  return numbers.slice(0, count);
}

/** The day in Lagos on which each session gave its first number, as a part of a larger query: rows of `session, day`. */
export const firstNumbers = (): RawBuilder<unknown> =>
  sql`select m.session, (min(m."createdAt") at time zone 'Africa/Lagos')::date as day from portal.matriculation m group by m.session`;

export const matriculationNoun: Noun = {
  name: "matriculation",
  records: [counterRules],
  listings: [matriculationRules],
  // A number that was given stays given, to the record to which it was.
  merges: [{ tables: ["matriculation"] }],
  impossible: impossibleMatriculations,
};
