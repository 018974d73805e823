import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { FormChange } from "#console/record/record.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { isTold } from "../status-change/status-change.rules.ts";
import type { StudentStatus } from "../student/student.rules.ts";
import { everyStudent } from "../student/student.server.ts";
import type { Permit } from "./registration-permit.rules.ts";

const permitted: Readonly<Record<Permit, string>> = {
  Late: "You may register courses, and add and drop them, although the days for it are over.",
  Unpaid:
    "You may register before the part of your bill is paid that opens registration. What you owe stays on your bill.",
  Units: "You may take more units than the most of your programme.",
};

/** Tells a student what a permit allows, until when, and what to do. Nothing where it says what it said before. */
export async function tellOfPermit(trx: Trx, publicUrl: string, { before, form }: FormChange): Promise<void> {
  const allows = form.allows as readonly Permit[];
  const until = form.until as string;
  const had = (before?.allows as readonly string[] | undefined) ?? [];
  const isSame = before?.until === until && had.toSorted().join() === allows.toSorted().join();
  const isOthers = (before?.student as { readonly _id: string } | undefined)?._id !== form.student;
  if (isSame && !isOthers) return;
  const { rows } = await sql<{ status: StudentStatus; firstname: string; emailaddress: string }>`
    select s.status, s.firstname, s.emailaddress from ${everyStudent()} s where s._id = ${form.student}`.execute(trx);
  const [to] = rows;
  if (!to || !isTold(to.status)) return;
  const session = (await sessionsById(trx, [form.session as string])).get(form.session as string)?.name ?? "";
  const last = asDay(until);
  await postMail(trx, {
    recipient: to.emailaddress,
    subject: `${brand.name}: you may register until ${last}`,
    text: `Dear ${to.firstname},

You have a permit for the ${semesterWords(form.semester as number)} ${session}:

${allows.map((one) => permitted[one]).join("\n\n")}

It ends with ${last}. Choose your courses and send them before it does. If your courses are registered as you want them, you have nothing to do.

${publicUrl}/student/registration

${contact.office}, ${brand.name}
${contact.emailaddress}`,
  });
}
