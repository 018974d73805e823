import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { FormChange } from "#console/record/record.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMail } from "#reference/message-template/message-template.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { isTold } from "#registry/status-change/status-change.rules.ts";
import type { StudentStatus } from "#registry/student/student.rules.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import type { ExamPermitKind } from "./exam-card.rules.ts";

/** Tells a student what the examinations office permits, and what to do. Nothing where it says what it said before. */
export async function tellOfExamPermit(trx: Trx, publicUrl: string, { before, form }: FormChange): Promise<void> {
  const idOf = (reference: unknown) => (reference as { readonly _id: string } | null)?._id;
  const isSame =
    idOf(before?.student) === form.student &&
    before?.allows === form.allows &&
    idOf(before?.course) === (form.course ?? undefined);
  if (isSame) return;
  const { rows } = await sql<{ status: StudentStatus; firstname: string; emailaddress: string; course: string | null }>`
    select s.status, s.firstname, s.emailaddress,
      (select c.code || ' ' || c.name from ${everyCourse()} c where c._id = ${form.course ?? null}) as course
    from ${everyStudent()} s where s._id = ${form.student}`.execute(trx);
  const [to] = rows;
  if (!to || !isTold(to.status)) return;
  const session = (await sessionsById(trx, [form.session as string])).get(form.session as string)?.name ?? "";
  const term = `the ${semesterWords(form.semester)} ${session}`;
  const courses = to.course ?? "your examinations";
  const link = `${publicUrl}/student/exam-card`;
  const { firstname, emailaddress } = to;
  await writeMail(
    trx,
    (form.allows as ExamPermitKind) === "Attendance"
      ? fromTemplate(permittedAttendance, emailaddress, {
          ...{ firstname, courses, term, link },
          course: to.course ?? "all your courses",
        })
      : fromTemplate(permittedUnpaid, emailaddress, { firstname, courses, term, link }),
  );
}

const permitValues = {
  ...usual("firstname", "term", "link"),
  courses: value("what may be sat: a course, or the examinations", "your examinations"),
};

const permittedAttendance = mailTemplate({
  key: "exam-permit-attendance",
  name: "May sit, although attendance is low",
  when: "The examinations office permits a student with too little attendance to sit",
  reader: "students",
  values: { ...permitValues, ...usual("course") },
  must: ["link"],
  subject: "{college}: you may sit {courses}",
  text: `Dear {firstname},

The examinations office permits you to sit the examination of {course} in {term}, although you attended less than is asked. This holds for this semester only.

Open your examination card, look which courses stand on it, and print it. Without the card nobody sits.

{link}

${signed.office}`,
});

const permittedUnpaid = mailTemplate({
  key: "exam-permit-unpaid",
  name: "May sit before fees are paid",
  when: "The examinations office permits a student who owes fees to sit",
  reader: "students",
  values: permitValues,
  must: ["link"],
  subject: "{college}: you may sit {courses}",
  text: `Dear {firstname},

The examinations office permits you to sit the examinations of {term} before your fees are paid. What you owe stays on your bill, and this holds for this semester only.

Open your examination card, look which courses stand on it, and print it. Without the card nobody sits.

{link}

${signed.office}`,
});

export const examPermitTemplates = [permittedAttendance, permittedUnpaid];
