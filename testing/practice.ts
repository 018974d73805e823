import { sql } from "kysely";
import { lagosDay } from "../src/kit/value/dates.rules.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { catalogue, registeredFor } from "./catalogue.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { type Student, signedInStudent } from "./student.ts";
import { granted } from "./walk.ts";

let made = 0;

/** A day so many days from today. */
export const dayIn = (days: number): string => lagosDay(new Date(Date.now() + days * 86_400_000).toISOString());

/** The office of teaching practice, with the practice course EDU 311 in the catalogue. */
export async function practiceDesk(portal: TestPortal) {
  const office: StaffMember = await staffMember(portal, {
    pages: [
      "practice-schools",
      "practice-schools.change",
      "practice-rounds",
      "practice-rounds.change",
      "teaching-practice",
      "teaching-practice.change",
      "students",
      "staff",
    ],
  });
  const books = await catalogue(portal);
  const course = await books.course("EDU 311", { level: 300, credit: 6 });
  const { usual } = books;
  return {
    office,
    course,
    async school(places: number, more: object = {}): Promise<string> {
      made += 1;
      const form = {
        name: `Model School ${made}`,
        kind: "Basic",
        address: "1 Zaria Road",
        state: "Kogi",
        lga: "Lokoja",
      };
      const all = { ...form, places, status: true, ...more };
      return (await granted(office.post("/staff/ms_practice_school", all))).body._id;
    },
    /** Choice is open, and the practice began last week. */
    async round(more: object = {}): Promise<string> {
      made += 1;
      const days = { choosefrom: dayIn(-20), chooseuntil: dayIn(2), starts: dayIn(-7), ends: dayIn(90) };
      const form = {
        name: `Practice ${made}`,
        session: usual.session,
        semester: 1,
        courses: "edu311",
        way: "Three wishes",
      };
      const sheet = { items: "Lesson plan: 20\nPresentation: 30", visits: 2 };
      return (await granted(office.post("/staff/ms_practice_round", { ...form, ...days, ...sheet, ...more }))).body._id;
    },
    /** A signed-in student who has passed what is needed and has registered the practice. */
    async student({ passed = ["EDU 213", "EDU 224"], registers = true } = {}): Promise<Student> {
      const me = await signedInStudent(portal);
      for (const code of passed) await passes(portal, me.student, code, 55);
      if (registers) await registeredFor(portal, me.student, [course]);
      return me;
    },
  };
}

/** A past mark of a course, put straight into the database. */
export async function passes({ db }: TestPortal, student: string, code: string, total: number): Promise<void> {
  await sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
    select ${newId()}, ${student}, (select _id from portal.session order by code limit 1), 1, ${code}, ${code}, 2, ${total}
    on conflict (student, session, semester, lower(course)) do nothing`.execute(db);
}
