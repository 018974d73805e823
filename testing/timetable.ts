import { sql } from "kysely";
import type { Reply } from "./applicant.ts";
import { catalogue } from "./catalogue.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

let made = 0;

/** An examination as it is placed. */
export const examined = (course: string, halls: Record<string, string[]>, more: Record<string, unknown> = {}) => ({
  course,
  ...{ date: "2027-03-08", start: "09:00", end: "12:00" },
  halls: Object.entries(halls).map(([room, staff]) => ({ room, staff })),
  ...more,
});

/** Somebody who makes the timetable, with the catalogue; what classes of the week have unless something else is said. */
export async function timetableDesk(portal: TestPortal) {
  const courses = await catalogue(portal);
  const officer: StaffMember = await staffMember(portal, {
    pages: [
      "timetable",
      "timetable.change",
      "exam-timetable",
      "exam-timetable.change",
      "rooms",
      "rooms.change",
      "courses",
      "programmes",
      "sessions",
      "staff",
    ],
  });
  return {
    ...courses,
    officer,
    /** Answers the room's `_id`. */
    async room(capacity = 100, more: Record<string, unknown> = {}): Promise<string> {
      made += 1;
      const form = { code: `T${made}`, name: `Hall ${made}`, capacity, status: true, ...more };
      return (await granted(officer.post("/staff/ms_room", form))).body._id;
    },
    /** Asks for a class of the week, on Monday from 8 to 10 unless something else is said. */
    meet: (course: string, room: string, more: Record<string, unknown> = {}) =>
      officer.post("/staff/ms_timetable_entry", { course, room, day: "Monday", start: "08:00", end: "10:00", ...more }),
    /** Asks for an examination, on 8 March 2027 from 9 to 12 unless something else is said; each hall with who invigilates there. */
    examine: (course: string, halls: Record<string, string[]>, more: Record<string, unknown> = {}) =>
      officer.post("/staff/ms_exam_timetable", examined(course, halls, more)),
    /** The days of examinations of the first semester; answers their `_id`. */
    async examDays(more: Record<string, unknown> = {}): Promise<string> {
      const form = { session: courses.usual.session, semester: 1, start: "2027-03-01", end: "2027-03-20", ...more };
      return (await granted(officer.post("/staff/ms_exam_period", form))).body._id;
    },
    /** Puts an examination timetable out as it stands now, or as it was seen before. */
    async publishExams(period: string, reason?: string, before?: string): Promise<Reply> {
      const seen = before ?? (await granted(officer.get(`/staff/ms_exam_period/${period}/judged`))).body.seen;
      return officer.post("/staff/ms_exam_timetable/publish", { period, seen, ...(reason && { reason }) });
    },
    /** Puts somebody in front of a course's class. */
    async lecturer(course: string, staff?: string): Promise<StaffMember> {
      const member = staff ? undefined : await staffMember(portal, { pages: ["timetable"] });
      await sql`insert into portal.course_allocation (_id, course, staff)
        values (gen_random_uuid(), ${course}, ${staff ?? member?._id})`.execute(portal.db);
      return member as StaffMember;
    },
    /** The days of teaching of the first semester; answers its `_id`. */
    async semester(more: Record<string, unknown> = {}): Promise<string> {
      const form = { session: courses.usual.session, semester: 1, start: "2026-11-02", end: "2027-02-26", ...more };
      return (await granted(officer.post("/staff/ms_teaching_semester", form))).body._id;
    },
    publish: (semester: string) => officer.post("/staff/ms_timetable/publish", { semester }),
  };
}
