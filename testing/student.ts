import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import { studentCookie } from "../src/registry/student-sign-in/student-sign-in.server.ts";
import { callerWith, type Person, signedInApplicant } from "./applicant.ts";
import { billed, paidTuition } from "./billed.ts";
import { catalogue } from "./catalogue.ts";
import { readableMaterial } from "./lecturer.ts";
import { notice } from "./notice.ts";
import type { TestPortal } from "./portal.ts";
import { postedFor } from "./practice-posting.ts";
import { publishedFor } from "./published-mark.ts";
import { publishedResult } from "./published-result.ts";
import { ownOrigin } from "./staff.ts";
import { pastMarks, transcriptDesk, twoSemesters } from "./transcripts.ts";
import { patient } from "./visitor.ts";
import { granted } from "./walk.ts";

let made = 0;

export interface Matriculated {
  /** The student's `_id`. */
  readonly student: string;
  readonly matric: string;
}

/** Makes a student of an applicant, put straight into the database: for tests of everything after the hand-over. */
export async function matriculate(
  { db }: TestPortal,
  applicant: string,
  application: string | null = null,
): Promise<Matriculated> {
  made += 1;
  const student = newId();
  const matric = `TST/${process.pid}/${String(made).padStart(4, "0")}`;
  const account = await db
    .selectFrom("applicant")
    .select(["firstname", "middlename", "lastname", "emailaddress", "phonenumber", "jamb"])
    .where("_id", "=", applicant)
    .executeTakeFirstOrThrow();
  const programme = await db.selectFrom("programme").select("_id").orderBy("_id").limit(1).executeTakeFirst();
  const session = await db.selectFrom("session").select("_id").orderBy("_id").limit(1).executeTakeFirst();
  await db
    .insertInto("student")
    .values({
      _id: student,
      applicant,
      application,
      matric,
      ...account,
      ...(programme && { programme: programme._id }),
      ...(session && { session: session._id }),
      type: "JAMB UTME",
      entrylevel: 100,
      level: 100,
      semester: 1,
    })
    .execute();
  await db
    .insertInto("audit")
    .values({ _id: newId(), actorkind: "system", deed: "student.create", subject: `student:${student}` })
    .execute();
  return { student, matric };
}

/** What a browser sends that holds a sign-in of the student's area and shows the portal's own page. */
export const asStudent = (portal: TestPortal, token: string) => {
  const cookie = `${studentCookie.nameAt(portal.config)}=${token}`;
  return { cookie, ...patient(callerWith(portal, { cookie, origin: ownOrigin(portal) })) };
};

export type Student = Omit<Person, "get" | "post" | "put" | "delete"> & Matriculated & ReturnType<typeof asStudent>;

/** A student who is signed in to the student's area. */
export async function signedInStudent(portal: TestPortal): Promise<Student> {
  const { _id, token, emailaddress } = await signedInApplicant(portal);
  return { _id, token, emailaddress, ...(await matriculate(portal, _id)), ...asStudent(portal, token) };
}

export interface Billed extends Student {
  /** The `_id` of the bill of the first semester. */
  readonly bill: string;
  readonly session: string;
}

/** A student who is signed in, with the bill of the first semester of the session that runs. */
export async function billedStudent(portal: TestPortal): Promise<Billed> {
  const me = await signedInStudent(portal);
  return { ...me, ...(await billed(portal, me.student)) };
}

/** A student with one of everything, and the identifier of his or her record for each address with one. */
export interface FullStudent extends Student {
  idFor(url: string): string | undefined;
  /** A body that the call would take, so that only the owner is wrong. */
  bodyFor(url: string): unknown;
}

/** A noun that adds a call with an identifier adds its line here. */
export async function fullStudent(portal: TestPortal): Promise<FullStudent> {
  const me = await signedInStudent(portal);
  const first = async (path: string) => (await me.get(path)).body[0]._id as string;
  const { bill } = await billed(portal, me.student);
  const receipt = await paidTuition(portal, me, bill, 5_000);
  const { _id: reference, rrr } = (await granted(me.post(`/student/bill/${bill}/reference`, {}))).body;
  const ids: Record<string, string> = {
    "/api/student/bill/:id": bill,
    "/api/student/bill/:id/reference": bill,
    "/api/student/bill_payment/:id": rrr,
    "/api/student/bill_payment/:id/pay": rrr,
    "/api/student/payment_slip/:id": reference,
    "/api/student/receipt/:id": receipt,
    "/api/student/sign_in/:id": await first("/student/sign_in"),
    "/api/student/notification/:id/read": await notice(portal, { to: [me._id] }),
  };
  const { order, payment } = await orderedService(portal, me);
  for (const deed of ["cancel", "answer", "pay"]) ids[`/api/student/service_order/:id/${deed}`] = order;
  for (const call of ["", "/pay"]) ids[`/api/student/service_payment/:id${call}`] = payment;
  const read = await readableMaterial(portal, me);
  ids["/api/student/material/:class"] = read.class;
  ids["/api/student/class_notice/:class"] = read.class;
  ids["/api/student/material/:class/text"] = read.class;
  ids["/api/student/material/:class/text/:id"] = `${read.class}/${read.material}`;
  ids["/api/student/material_file/:id"] = read.material;
  ids["/api/student/combination_change/:id/withdraw"] = await askedCombination(portal, me);
  // Before there are results that a debt keeps back, and of another session.
  const { transcript, share } = await sharedTranscript(portal, me);
  ids["/api/student/inquiries/:id/withdraw"] = await askedAboutMark(portal, me);
  ids["/api/student/practice_letter/:id"] = await postedFor(portal, me.student);
  ids["/api/student/result_slip/:id"] = await publishedResult(portal, me.student);
  for (const call of ["", "/file", "/share"]) ids[`/api/student/transcripts/:id${call}`] = transcript;
  ids["/api/student/transcript_share/:id/withdraw"] = share;
  const school = { school: "COE Minna", emailaddress: "desk@minna.example", days: 14 };
  const bodies: Record<string, unknown> = {
    "/api/student/service_order/:id/answer": { note: "To the same school" },
    "/api/student/transcripts/:id/share": school,
  };
  return { ...me, idFor: (url) => ids[url], bodyFor: (url) => bodies[url] };
}

/** A transcript of the student's that is signed off and shared: the `_id`s of its order and of the link. */
async function sharedTranscript(portal: TestPortal, me: Student): Promise<{ transcript: string; share: string }> {
  const desk = await transcriptDesk(portal);
  await pastMarks(portal, me.student, twoSemesters, "2025");
  await allowDebtors(portal);
  const transcript = await desk.signed(me);
  const school = { school: "COE Minna", emailaddress: "desk@minna.example", days: 14 };
  await granted(me.post(`/student/transcripts/${transcript}/share`, school));
  const [own] = (await granted(me.get("/student/transcripts"))).body.transcripts;
  return { transcript, share: own.shares[0]._id };
}

/** The student with one of everything owes, too. */
const allowDebtors = ({ db }: TestPortal) =>
  db
    .insertInto("setting")
    .values({ name: "transcriptDebtors", value: JSON.stringify("made") })
    .execute();

/** The student's question about a mark that was published just now, put straight into the database: the results may be held back. */
async function askedAboutMark(portal: TestPortal, me: Student): Promise<string> {
  const course = await (await catalogue(portal)).course(`ASK ${100 + made}`);
  const result = await publishedFor(portal, me.student, course);
  const _id = newId();
  await sql`insert into portal.mark_inquiry (_id, result, student, name, session, semester, class, course, question, due)
    select ${_id}, r._id, r.student, 'Asker', r.session, r.semester, r.class, r.course, 'Was every page added up?', current_date + 10
    from portal.course_result r where r._id = ${result}`.execute(portal.db);
  return _id;
}

/** The student's wish for any other combination that is open. */
async function askedCombination({ db }: TestPortal, me: Student): Promise<string> {
  await db.updateTable("intake").set({ seats: 1_000 }).execute();
  await db
    .insertInto("setting")
    .values({ name: "sessionsBeforeChange", value: "0" })
    .onConflict((one) => one.column("name").doUpdateSet({ value: "0" }))
    .execute();
  const { choices } = (await me.get("/student/combination_change")).body;
  const { programme, difference } = choices.find(({ why }: { why: string | null }) => why === null);
  const form = { programme: programme._id, difference, reason: "Better for me" };
  return (await granted(me.post("/student/combination_change", form))).body._id;
}

/** A service that a student has ordered and has a reference for. */
async function orderedService(portal: TestPortal, me: Student): Promise<{ order: string; payment: string }> {
  const service = newId();
  const offered = { label: `Service ${service}`, description: "A service", serviceid: "4430731", amount_kobo: 150_000 };
  await portal.db
    .insertInto("other_service")
    .values({ _id: service, ...offered })
    .execute();
  const { _id } = (await granted(me.post("/student/service_order", { service }))).body;
  const { rrr } = (await granted(me.post(`/student/service_order/${_id}/pay`, {}))).body;
  return { order: _id, payment: rrr };
}
