import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import type { MissingMark } from "../src/registry/past-mark/past-mark.rules.ts";
import { headOver } from "./head.ts";
import { lecturerOf } from "./lecturer.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";

/** Two numbers, or a code. */
export type Mark = readonly [ca: number | null, examination: number | null] | MissingMark;

/** The sheet of a class with its marks, by student, put straight into the database. Answers its `_id`. */
export async function sheetWith(
  { db }: TestPortal,
  taught: string,
  by: string,
  marks: Readonly<Record<string, Mark>>,
): Promise<string> {
  const sheet = newId();
  await sql`insert into portal.score_sheet (_id, class, session, semester, camax, exammax)
    select ${sheet}, k._id, k.session, (select c.semester from portal.course c where c.class = k._id limit 1), 40, 60
    from portal.course_class k where k._id = ${taught}`.execute(db);
  for (const [student, mark] of Object.entries(marks)) {
    const [ca, examination] = typeof mark === "string" ? [null, null] : mark;
    await sql`insert into portal.score (_id, sheet, student, ca, examination, code, typedby)
      values (${newId()}, ${sheet}, ${student}, ${ca}, ${examination}, ${typeof mark === "string" ? mark : null}, ${by})`.execute(
      db,
    );
  }
  return sheet;
}

export interface Offices {
  readonly head: StaffMember;
  readonly dean: StaffMember;
  readonly examinations: StaffMember;
  readonly board: StaffMember;
}

/** Who decides about a class's sheet: its head and dean, somebody of the examinations office, and who enters what the board decides. */
export async function officesOver(portal: TestPortal, taught: string): Promise<Offices> {
  const chain = ["dashboard", "score-sheets", "score-sheets.approve", "broadsheets", "score-deadlines"] as const;
  const head = await headOver(portal, "course_class", taught, chain);
  const dean = await staffMember(portal, { pages: chain, scope: "college", firstname: "Ladi", lastname: "Dean" });
  const { rows } = await sql<{ college: string }>`select d.college from portal.course_class k
    join portal.department d on d._id = k.department where k._id = ${taught}`.execute(portal.db);
  const college = rows[0]?.college ?? "";
  await portal.db.deleteFrom("dean_assignment").where("college", "=", college).execute();
  await portal.db
    .insertInto("dean_assignment")
    .values({ _id: newId(), staff: dean._id, college, start: "2020-01-01" })
    .execute();
  const examinations = await staffMember(portal, {
    pages: [...chain, "score-sheets.change", "score-deadlines.change", "programme-ranges", "programme-ranges.change"],
    firstname: "Bisi",
    lastname: "Exams",
  });
  const board = await staffMember(portal, {
    pages: ["dashboard", "broadsheets", "broadsheets.approve", "score-sheets"],
    firstname: "Chidi",
    lastname: "Board",
  });
  return { head, dean, examinations, board };
}

/** How many writes of marks a sheet has had. */
export async function seenOf({ db }: TestPortal, sheet: string): Promise<number> {
  const found = await db
    .selectFrom("score_sheet")
    .select("marksversion")
    .where("_id", "=", sheet)
    .executeTakeFirstOrThrow();
  return found.marksversion;
}

/** Where a sheet stands. */
export async function stateOf({ db }: TestPortal, sheet: string): Promise<string> {
  const found = await db.selectFrom("score_sheet").select("state").where("_id", "=", sheet).executeTakeFirstOrThrow();
  return found.state;
}

/** A lecturer who is in charge of a course's class, alone. */
export async function inChargeOf(portal: TestPortal, course: string): Promise<StaffMember> {
  await sql`delete from portal.course_allocation where class = (select class from portal.course where _id = ${course})`.execute(
    portal.db,
  );
  const lecturer = await lecturerOf(portal, course);
  await sql`update portal.course_allocation set incharge = true where staff = ${lecturer._id}`.execute(portal.db);
  return lecturer;
}
