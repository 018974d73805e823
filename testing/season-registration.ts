import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
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

/** Of which every fifth of those who studied here before has failed the one of 100 level. */
export const FAILED = "EDU 111";

/** Brings in, by a file, who has failed a course of the first year: it is a carry-over. Answers how many that were. */
export async function bringFailed({ portal, registrar }: SeasonDesk): Promise<number> {
  const failing = await portal.db
    .selectFrom("student")
    .select("matric")
    .where("application", "is", null)
    .where("applicant", "is not", null)
    .where(sql<boolean>`right(matric, 1) in ('0', '5')`)
    .execute();
  const rows = failing.map(({ matric }) => `${matric},2025,1,${FAILED},Course ${FAILED},1,12,21,,`);
  const headings = "Matric number,Session,Semester,Course code,Course title,Units,CA,Examination,Total,Code";
  const { body } = await importCsv(portal, registrar, "past_mark", [headings, ...rows].join("\n"));
  expect([body.added, body.wrong]).toEqual([rows.length, []]);
  return rows.length;
}

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

/**
 * What a student sends: all that is proposed, and the elective where `wished` says so. Whoever was overtaken by a head looks again
 * and sends once more. Answers whether that was granted.
 */
async function sendCourses(me: Registering, wished: boolean, key: string): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    const { body } = await me.put("/student/registration", await formOf(me, wished), {
      "idempotency-key": `${key}-${tried}`,
    });
    if (body.code === "class-full" && wished) return false;
    if (body.code === "changed-meanwhile" && tried < 4) continue;
    expect(body).toMatchObject({ type: "success" });
    return true;
  }
}

async function formOf(me: Registering, wished: boolean) {
  const { offered, registration } = (await granted(me.get("/student/registration"))).body;
  const courses = (offered as Offered[]).filter((course) => wished || !isWished(course)).map(({ _id }) => _id);
  return { courses, ...(registration && { version: registration.version }) };
}

/** Asks for more units than anybody may have, and for a course twice: nothing is kept of either. */
async function askTooMuch(me: Registering, key: string): Promise<void> {
  const { courses } = await formOf(me, false);
  const { body: others } = await granted(me.get("/student/registration/courses?q=Course"));
  const borrowed = (others as Offered[]).slice(0, 40 - courses.length).map(({ _id }) => _id);
  const many = await me.put(
    "/student/registration",
    { courses: [...courses, ...borrowed] },
    { "idempotency-key": key },
  );
  expect(many.body.code).toBe("units-above");
  const twice = await me.put("/student/registration", { courses: [...courses, courses[0]] });
  expect(twice.body.errors).toHaveProperty("courses");
}

/** Sends the same from two phones at one instant: one of them registers, the other hears of it. */
async function sendFromTwoPhones(me: Registering, key: string): Promise<void> {
  const form = await formOf(me, false);
  const sent = await Promise.all(
    ["one", "other"].map((phone) => me.put("/student/registration", form, { "idempotency-key": `${key}-${phone}` })),
  );
  expect(sent.map(({ body }) => body.code ?? body.type).toSorted()).toEqual(["changed-meanwhile", "success"]);
}

/** As many as press the button at one instant. */
const AT_ONCE = 32;

/**
 * Everybody at once; two in three wish for the elective, and go without it where it is full. Every seventh asks for too much first,
 * and every sixth sends from two phones. Answers how many have the elective.
 */
export async function registerEverybody(people: readonly Registering[]): Promise<number> {
  let lucky = 0;
  await each(
    people,
    async (me, place) => {
      if (place % 7 === 0) await askTooMuch(me, `much-${place}`);
      if (place % 6 === 0) return sendFromTwoPhones(me, `phones-${place}`);
      const has = place % 3 !== 0 && (await sendCourses(me, true, `first-${place}`));
      if (has) lucky += 1;
      else await sendCourses(me, false, `plain-${place}`);
    },
    AT_ONCE,
  );
  return lucky;
}

/**
 * The office calls courses of some code otherwise, while students register: what stands keeps the name of its day. Answers since
 * when every new line must have that name.
 */
export async function renameCourses({ portal, registrar }: SeasonDesk, code: string, name: string): Promise<string> {
  const { list } = (await granted(registrar.get(`/staff/ms_course?q=${code}&limit=100`))).body;
  expect(list.length).toBeGreaterThan(0);
  for (const { _id, version, programme, session, _title, createdAt: _, ...course } of list) {
    const form = { ...course, programme: programme._id, session: session._id, name };
    await granted(registrar.put(`/staff/ms_course/${_id}`, form, { "if-match": String(version) }));
  }
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(portal.db);
  return rows[0]?.now ?? "";
}

/** Whoever has the elective drops it, of every other; meanwhile others ask for its places. Answers how many changed something. */
export async function changeCourses(people: readonly Registering[]): Promise<number> {
  let changed = 0;
  await each(
    people,
    async (me, place) => {
      const { registration } = (await granted(me.get("/student/registration"))).body;
      const has = (registration.lines as Offered[]).some(isWished);
      if (has ? place % 2 === 0 : place % 3 !== 0) if (await sendCourses(me, !has, `change-${place}`)) changed += 1;
    },
    AT_ONCE,
  );
  return changed;
}

/** A head of everything. */
export const headOfAll = (portal: TestPortal): Promise<StaffMember> =>
  staffMember(portal, { lastname: "Head", pages: ["registrations", "registrations.change"] });

/** The same, who studies here too: the own registration is not in the list. */
export async function headWhoStudies(portal: TestPortal): Promise<StaffMember> {
  const head = await headOfAll(portal);
  const { emailaddress } = await portal.db
    .selectFrom("student")
    .innerJoin("applicant", "applicant._id", "student.applicant")
    .select("applicant.emailaddress")
    .where("student.status", "=", "Active")
    .orderBy("student._id")
    .executeTakeFirstOrThrow();
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", head._id).execute();
  return head;
}

const CLEAR = "state=Waiting&verdict=Clear";

/** Approves what is clear at this look by one key. Answers how many that were. */
async function approveSeen(head: StaffMember): Promise<number> {
  const { look } = (await granted(head.get("/staff/ms_registration/inbox"))).body;
  const { body } = await head.put("/staff/ms_registration/approve", { query: CLEAR, look });
  // Everything of this look was taken by its students meanwhile, or by the key of before.
  if (["nothing-clear", "changed-meanwhile"].includes(body.code)) return 0;
  expect(body).toMatchObject({ type: "success" });
  return body.approved;
}

/** The same while nobody sends: that is all that is clear. */
export async function approveClear(head: StaffMember): Promise<number> {
  const { total } = (await granted(head.get(`/staff/ms_registration?${CLEAR}&limit=1`))).body;
  expect(await approveSeen(head)).toBe(total);
  return total;
}

/** Approves again and again while others send. Answers how many that were, and what the others came to. */
export async function approveMeanwhile<T>(head: StaffMember, others: Promise<T>): Promise<[number, T]> {
  const ended = others.then(() => true);
  let approved = 0;
  do approved += await approveSeen(head);
  while (!(await Promise.race([ended, wait(1_000, false)])));
  return [approved, await others];
}
