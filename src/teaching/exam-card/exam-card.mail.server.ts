import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { FormChange } from "#console/record/record.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
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
  await postMail(trx, {
    recipient: to.emailaddress,
    subject: `${brand.name}: you may sit ${to.course ?? "your examinations"}`,
    text: `Dear ${to.firstname},

${permitted[form.allows as ExamPermitKind](to.course ?? "all your courses", term)}

Open your examination card, look which courses stand on it, and print it. Without the card nobody sits.

${publicUrl}/student/exam-card

${contact.office}, ${brand.name}
${contact.emailaddress}`,
  });
}

const permitted: Readonly<Record<ExamPermitKind, (courses: string, term: string) => string>> = {
  Attendance: (courses, term) =>
    `The examinations office permits you to sit the examination of ${courses} in ${term}, although you attended less than is asked. This holds for this semester only.`,
  Unpaid: (_courses, term) =>
    `The examinations office permits you to sit the examinations of ${term} before your fees are paid. What you owe stays on your bill, and this holds for this semester only.`,
};
