import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  addSessionPart,
  askedSession,
  copiedRows,
  type SessionPart,
  usualAdmittingSession,
} from "#calendar/session/session.server.ts";
import { type Programme, programmeTitle } from "#college/programme/programme.contract.ts";
import {
  isProgrammeWithin,
  ofProgrammesWithin,
  programmesById,
  yearsTaught,
  yearsTaughtIn,
} from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { tuitionSums, tuitionSumsOfAll } from "../programme-tuition-fee-item/programme-tuition-fee-item.server.ts";
import { readTuitionMatrix, type TuitionCell, tuitionFeeItems } from "./tuition-fee-item.contract.ts";

/** Every class of one programme in one session. Refuses what does not exist or lies beyond the asker's reach with 404. */
function tuitionMatrixCall(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readTuitionMatrix, staff("tuition-fees"), async ({ who, request }) => {
    const session = await askedSession(db, request.query);
    const programme = await askedProgramme(db, request.query);
    if (!(await isProgrammeWithin(db, programme._id, who.scope))) throw notFound();
    const items = await itemsOf(db, session._id, programme._id);
    const sums = await tuitionSums(db, session._id, programme._id);
    const levels = levelsOf(await yearsTaughtIn(db, programme._id), items);
    const cells = levels.flatMap((level) => classesOf(level).map((one) => cellOf(one, items, sums)));
    return {
      session: { _id: session._id, label: session.name },
      programme: { _id: programme._id, label: programmeTitle(programme) },
      levels,
      cells,
      holes: cells.filter(({ hole }) => hole !== null).length,
    };
  });
}

async function askedProgramme(db: Database, query: unknown): Promise<Programme> {
  const { programme } = query as { programme?: unknown };
  if (typeof programme !== "string" || programme === "")
    throw refuseForm("form-invalid", "Choose a programme", { programme: "Choose a programme" });
  const [found] = (await programmesById(db, isId(programme) ? [programme] : [])).values();
  if (!found) throw notFound();
  return found;
}

type Class = Pick<TuitionCell, "level" | "semester" | "indigene" | "isnewstudent">;
type Item = Class & NonNullable<TuitionCell["item"]>;

const itemsOf = (db: Database, session: string, programme: string): Promise<Item[]> =>
  db
    .selectFrom("tuition_fee_item")
    .select(["_id", "level", "semester", "indigene", "isnewstudent", "serviceID", "status"])
    .where("session", "=", session)
    .where("programme", "=", programme)
    .execute();

/** A level for each year of the programme, and those that have an item beyond. */
function levelsOf(years: number, items: readonly Item[]): number[] {
  const usual = Array.from({ length: years }, (_, year) => (year + 1) * 100);
  return [...new Set([...usual, ...items.map(({ level }) => level)])].sort((one, other) => one - other);
}

const classesOf = (level: number): Class[] =>
  [1, 2].flatMap((semester) =>
    [true, false].flatMap((indigene) =>
      [true, false].map((isnewstudent) => ({ level, semester, indigene, isnewstudent })),
    ),
  );

function cellOf(one: Class, items: readonly Item[], sums: { indigene: number; others: number }): TuitionCell {
  const found = items.find(
    ({ level, semester, indigene, isnewstudent }) =>
      level === one.level &&
      semester === one.semester &&
      indigene === one.indigene &&
      isnewstudent === one.isnewstudent,
  );
  const item = found ? { _id: found._id, serviceID: found.serviceID, status: found.status } : null;
  const kobo = one.indigene ? sums.indigene : sums.others;
  return { ...one, item, amount: naira(kobo), hole: holeOf(item, kobo) };
}

function holeOf(item: TuitionCell["item"], kobo: number): string | null {
  if (!item) return "No service";
  if (!item.status) return "Inactive";
  return kobo === 0 ? "No fee lines" : null;
}

/** Two semesters, indigenes and others, new and returning. */
const CLASSES_A_YEAR = 8;

/** A new session begins with the services of the last one; every class of a programme that admits must be able to pay. */
const openingPart: SessionPart = {
  name: "tuition fee items",
  copy: (work, from, to) =>
    copiedRows(
      work,
      {
        noun: "tuition_fee_item",
        table: "tuition_fee_item",
        columns: ["programme", "level", "semester", "serviceID", "indigene", "isnewstudent", "status"],
        group: ["programme"],
      },
      from,
      to,
    ),
  holes: async (db, session, programmes) => {
    const paying = await payingClasses(db, session);
    return programmes.flatMap((programme) => {
      const years = yearsTaught(programme);
      const able = (paying.get(programme._id) ?? []).filter(({ level }) => level <= years * 100).length;
      const all = years * CLASSES_A_YEAR;
      if (able >= all) return [];
      const title = programmeTitle(programme);
      return {
        programme: { _id: programme._id, label: title },
        about: "Tuition",
        sentence:
          able === 0
            ? `${title} has no tuition to pay`
            : `${all - able} of ${all} classes of ${title} cannot pay tuition`,
        link: `/staff/tuition-fees/matrix?session=${session}&programme=${programme._id}`,
      };
    });
  },
};

interface Paying {
  readonly programme: string;
  readonly level: number;
}

/** The classes that have a service and something to pay, by programme. */
async function payingClasses(db: Database, session: string): Promise<ReadonlyMap<string, Paying[]>> {
  const { rows } = await sql<Paying>`
    select programme, level from (${tuitionClassesOf(session)}) class where hole is null`.execute(db);
  return Map.groupBy(rows, ({ programme }) => programme);
}

/**
 * Every class of a session that has an item, as a part of a larger query: `programme, level, semester, indigene,
 * isnewstudent, "serviceID", amount_kobo`, and in `hole` why such students cannot pay, null where they can.
 */
export const tuitionClassesOf = (session: string): RawBuilder<unknown> => sql`
  select i.programme, i.level, i.semester, i.indigene, i.isnewstudent, i."serviceID", sum.kobo as amount_kobo,
    case when not i.status then 'Inactive' when sum.kobo = 0 then 'No fee lines' end as hole
  from portal.tuition_fee_item i
  left join (${tuitionSumsOfAll(session)}) s on s.programme = i.programme
  cross join lateral (select coalesce(case when i.indigene then s.indigene else s.others end, 0) as kobo) sum
  where i.session = ${session}`;

/** The service that takes each programme's tuition, whatever the class: of the newest item. Rows of `programme, serviceID`. */
export const tuitionServices = (): RawBuilder<unknown> => sql`
  select distinct on (i.programme) i.programme, i."serviceID" from portal.tuition_fee_item i
  order by i.programme, i.status desc, i."createdAt" desc, i._id`;

export const tuitionFeeItemRules: RecordRules<typeof tuitionFeeItems> = {
  of: tuitionFeeItems,
  table: "tuition_fee_item",
  within: ofProgrammesWithin,
  usual: usualAdmittingSession,
  constraints: {
    tuition_fee_item_once: [
      "value-taken",
      "level",
      "The programme has an item for this level, semester and kind of student in this session already. Change that one",
    ],
  },
};

export function tuitionFeeItemCalls(app: FastifyInstance): void {
  tuitionMatrixCall(app);
  addSessionPart(app, openingPart);
}

export const tuitionFeeItemNoun: Noun = {
  name: "tuition-fee-item",
  calls: tuitionFeeItemCalls,
  records: [tuitionFeeItemRules],
};
