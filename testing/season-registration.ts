import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { hashToken } from "../src/identity/session/session.server.ts";
import type { Caller } from "./applicant.ts";
import { importCsv } from "./bursar.ts";
import { inDays } from "./days.ts";
import type { TestPortal } from "./portal.ts";
import type { SeasonDesk } from "./season-desk.ts";
import { each } from "./season-money.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { asStudent } from "./student.ts";
import { granted } from "./walk.ts";

/** A class of which there are fewer places than students who wish one: an elective of one unit, offered to everybody. */
const WISHED = "GSE";

interface TaughtClass {
  readonly programme: string;
  readonly level: number;
}

/**
 * Makes the session of the season run, with a catalogue for every class that there is, brought in by a file, and opens
 * registration with a head who decides. The elective takes `places` students of each level. Answers how many courses that were.
 */
export async function planSemester({ portal, session, registrar }: SeasonDesk, places: number): Promise<number> {
  await granted(registrar.post(`/staff/ms_session/${session}/run`, { confirm: "2026" }));
  const { rows } = await sql<TaughtClass>`select distinct p.code as programme, s.level from portal.student s
    join portal.programme p on p._id = s.programme where s.status = 'Active' order by 1, 2`.execute(portal.db);
  const lines = rows.flatMap(({ programme, level }) => ownCourses(programme, level));
  const [{ programme: first } = { programme: "" }] = rows;
  const levels = [...new Set(rows.map(({ level }) => level))];
  const general = levels.flatMap((level) => generalCourses(first, level));
  const all = [...lines, ...general];
  const { body } = await importCsv(portal, registrar, "course", [HEADINGS, ...all].join("\n"));
  expect([body.added, body.wrong]).toEqual([all.length, []]);
  await portal.db.updateTable("course_class").set({ seats: places }).where("code", "like", `${WISHED}%`).execute();
  const days = { start: inDays(-1), late: inDays(10), end: inDays(20), hodapproval: true };
  await granted(registrar.post("/staff/ms_registration_window", { ...days, session, semester: 1 }));
  return all.length;
}

const HEADINGS = "Session,Programme,Code,Name,Module type,Units,Level,Semester,General,Status";

/** Eight courses of two units, shared by both halves of a combination. */
function ownCourses(programme: string, level: number): string[] {
  const halves = programme.split("-").slice(1, 3);
  const each = 8 / halves.length;
  return halves.flatMap((half) =>
    Array.from({ length: each }, (_, nth) => {
      const code = `${half} ${level / 100}1${nth + 1}`;
      return `2026,${programme},${code},Course ${code},Core,2,${level},1,Its programme,Active`;
    }),
  );
}

const generalCourses = (programme: string, level: number): string[] => [
  ...[1, 2].map((nth) => {
    const code = `EDU ${level / 100}1${nth}`;
    return `2026,${programme},${code},Course ${code},General,1,${level},1,Every programme,Active`;
  }),
  `2026,${programme},${WISHED} ${level / 100}15,A wished elective,Elective,1,${level},1,Every programme,Active`,
];

export type Registering = Pick<Caller, "get" | "post" | "put">;

/** Those who studied here before, each signed in at the student's area. */
export async function returningStudents(portal: TestPortal): Promise<Registering[]> {
  const { db } = portal;
  const accounts = await db
    .selectFrom("student")
    .select("applicant")
    .where("application", "is", null)
    .where("applicant", "is not", null)
    .orderBy("_id")
    .execute();
  const people: Registering[] = [];
  for (const { applicant } of accounts) {
    const token = randomBytes(32).toString("base64url");
    await db
      .insertInto("sign_in")
      .values({ token: hashToken(token), applicant: String(applicant), endsAt: "2099-01-01T00:00:00Z", idle: "1 day" })
      .execute();
    people.push(asStudent(portal, token));
  }
  return people;
}

interface Offered {
  readonly _id: string;
  readonly code: string;
  readonly moduletype: string;
}

const isWished = ({ code }: Pick<Offered, "code">) => code.startsWith(WISHED);

/** What a student sends: all that is compulsory, and the elective where `wished` says so. Answers whether that was granted. */
async function sendCourses(me: Registering, wished: boolean, key: string): Promise<boolean> {
  const { offered, registration } = (await granted(me.get("/student/registration"))).body;
  const courses = (offered as Offered[]).filter((course) => wished || !isWished(course)).map(({ _id }) => _id);
  const form = { courses, ...(registration && { version: registration.version }) };
  const { body } = await me.put("/student/registration", form, { "idempotency-key": key });
  if (body.code === "class-full" && wished) return false;
  expect(body).toMatchObject({ type: "success" });
  return true;
}

/** Everybody at once; two in three wish for the elective, and go without it where it is full. Answers how many have it. */
export async function registerEverybody(people: readonly Registering[]): Promise<number> {
  let lucky = 0;
  await each(people, async (me, place) => {
    const has = place % 3 !== 0 && (await sendCourses(me, true, `first-${place}`));
    if (has) lucky += 1;
    else await sendCourses(me, false, `plain-${place}`);
  });
  return lucky;
}

/** The office calls the electives otherwise, while students have registered them: what stands keeps the name of its day. */
export async function renameElectives({ registrar }: SeasonDesk): Promise<void> {
  const { list } = (await granted(registrar.get(`/staff/ms_course?q=${WISHED}&limit=100`))).body;
  expect(list.length).toBeGreaterThan(0);
  for (const { _id, version, programme, session, _title, createdAt: _, ...course } of list) {
    const form = { ...course, programme: programme._id, session: session._id, name: "Another name for it" };
    await granted(registrar.put(`/staff/ms_course/${_id}`, form, { "if-match": String(version) }));
  }
}

/** Whoever has the elective drops it, of every other; meanwhile others ask for its places. Answers how many changed something. */
export async function changeCourses(people: readonly Registering[]): Promise<number> {
  let changed = 0;
  await each(people, async (me, place) => {
    const { registration } = (await granted(me.get("/student/registration"))).body;
    const has = (registration.lines as Offered[]).some(isWished);
    if (has ? place % 2 === 0 : place % 3 !== 0) if (await sendCourses(me, !has, `change-${place}`)) changed += 1;
  });
  return changed;
}

/** A head of everything. */
export const headOfAll = (portal: TestPortal): Promise<StaffMember> =>
  staffMember(portal, { lastname: "Head", pages: ["registrations", "registrations.change"] });

/** The same, who studies here too, and has registered: the own registration is not in the list. */
export async function headWhoStudies(portal: TestPortal): Promise<StaffMember> {
  const head = await headOfAll(portal);
  const { emailaddress } = await portal.db
    .selectFrom("course_registration")
    .innerJoin("student", "student._id", "course_registration.student")
    .innerJoin("applicant", "applicant._id", "student.applicant")
    .select("applicant.emailaddress")
    .orderBy("course_registration._id")
    .executeTakeFirstOrThrow();
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", head._id).execute();
  return head;
}

const CLEAR = "state=Waiting&verdict=Clear";

/** Approves whatever is clear by one key. Answers how many that were. */
export async function approveClear(head: StaffMember): Promise<number> {
  const { total } = (await granted(head.get(`/staff/ms_registration?${CLEAR}&limit=1`))).body;
  const { look } = (await granted(head.get("/staff/ms_registration/inbox"))).body;
  const { body } = await granted(head.put("/staff/ms_registration/approve", { query: CLEAR, look }));
  expect(body).toMatchObject({ approved: total, left: 0, changed: 0 });
  return total;
}

/** What must hold of every registration of a semester, each with what breaks it. */
export async function expectRegistrationsKept({ db }: TestPortal): Promise<void> {
  const broken = {
    "units within the limits of the programme": sql`select r._id from portal.course_registration r
      join portal.programme p on p._id = r.programme where r.units not between p.minunit and p.maxunit`,
    "units are those of the courses": sql`select r._id from portal.course_registration r where r.units <> (
      select sum(l.credit) from portal.course_registration_line l where l.registration = r._id and l."droppedAt" is null)`,
    "no course stands twice": sql`select l.registration from portal.course_registration_line l
      where l."droppedAt" is null group by l.registration, l.code having count(*) > 1`,
    "a line says what the catalogue said on its day": sql`select l._id from portal.course_registration_line l
      where not exists (select from portal.course_version v where v.course = l.course and v.version = l.courseversion
        and (v.code, v.name, v.credit, v.moduletype) = (l.code, l.name, l.credit, l.moduletype)
        and v."createdAt" <= l."addedAt")`,
    "nobody approved the own": sql`select r._id from portal.course_registration r
      join portal.student s on s._id = r.student join portal.staff m on m._id = r.decidedby
      where lower(m.emailaddress) = lower(s.emailaddress)`,
    "no class has more than its places": sql`select k._id from portal.course_class k where k.seats < (
      select count(*) from portal.course_registration_line l where l.class = k._id and l."droppedAt" is null)`,
  };
  for (const [sentence, question] of Object.entries(broken))
    expect([sentence, (await question.execute(db)).rows]).toEqual([sentence, []]);
}
