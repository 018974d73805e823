import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";
import { inChargeOf, type Mark, type Offices, officesOver, seenOf, sheetWith, stateOf } from "./sheets.ts";
import type { StaffMember } from "./staff.ts";
import { memberOf, taughtCourse } from "./taught.ts";
import { granted } from "./walk.ts";

let counted = 0;

/** A class with its sheet, and everybody through whose hands that goes. */
export interface ChainedSheet {
  readonly sheet: string;
  readonly taught: string;
  readonly course: string;
  readonly code: string;
  readonly students: readonly string[];
  readonly lecturer: StaffMember;
  readonly offices: Offices;
}

/** Sheets that go from their lecturers to the board. */
export function sheetChain(portalOf: () => TestPortal) {
  /** A class of three with their marks, its lecturer in charge and its offices. */
  async function classWith(
    marks: readonly (Mark | undefined)[] = [[30, 40], [20, 25], "Absent"],
  ): Promise<ChainedSheet> {
    counted += 1;
    const code = `CHN ${100 + counted}`;
    const { course, taught } = await taughtCourse(portalOf(), code);
    const lecturer = await inChargeOf(portalOf(), course);
    const students: string[] = [];
    for (const _ of marks) students.push(await memberOf(portalOf(), [course]));
    const given = students.flatMap((student, at) => {
      const mark = marks[at];
      return mark === undefined ? [] : [[student, mark] as const];
    });
    const sheet = await sheetWith(portalOf(), taught, lecturer._id, Object.fromEntries(given));
    return { sheet, taught, course, code, students, lecturer, offices: await officesOver(portalOf(), taught) };
  }

  const post = (who: StaffMember, { sheet }: Pick<ChainedSheet, "sheet">, deed: string, body: object) =>
    who.post(`/staff/ms_score_sheet/${sheet}/${deed}`, { seen: 0, ...body });

  const pass = async (who: StaffMember, of: Pick<ChainedSheet, "sheet">, body: object = {}) =>
    post(who, of, "pass", {
      seen: await seenOf(portalOf(), of.sheet),
      state: await stateOf(portalOf(), of.sheet),
      ...body,
    });

  const submitted = async (of: ChainedSheet) =>
    granted(post(of.lecturer, of, "submit", { seen: await seenOf(portalOf(), of.sheet) }));
  const passed = (who: StaffMember, of: ChainedSheet) => granted(pass(who, of));

  /** Passed as far as the board. */
  async function withBoard(of: ChainedSheet) {
    await submitted(of);
    for (const who of [of.offices.head, of.offices.dean, of.offices.examinations]) await passed(who, of);
  }

  const boardBody = async ({ sheet }: ChainedSheet) => {
    const { rows } = await sql<{ programme: string }>`select c.programme from portal.course c
    join portal.score_sheet s on s.class = c.class where s._id = ${sheet}`.execute(portalOf().db);
    return {
      ...{ programme: rows[0]?.programme, level: 100, semester: 1, minute: "AB/26/14", day: "2026-01-05" },
      sheets: [{ _id: sheet, seen: await seenOf(portalOf(), sheet) }],
    };
  };

  const approved = async (of: ChainedSheet) =>
    granted(of.offices.board.post("/staff/ms_pre_result/approve", await boardBody(of)));

  /** One result of a class, as a publication would keep it. */
  const published = ({ taught, code, students: [one] }: ChainedSheet, student = one) =>
    sql`insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype, ca,
      examination, total, passline, publication, "visibleAt")
    select ${newId()}, s._id, k.session, 1, s.programme, 100, k._id, ${code}, 'Course', 2, 'Core', 30, 40, 70, 40, ${newId()}, now()
    from portal.student s, portal.course_class k where s._id = ${student} and k._id = ${taught}`.execute(portalOf().db);

  return { classWith, post, pass, submitted, passed, withBoard, boardBody, approved, published };
}
