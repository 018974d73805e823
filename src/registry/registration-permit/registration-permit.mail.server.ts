import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { FormChange } from "#console/record/record.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMail } from "#reference/message-template/message-template.server.ts";
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
  await writeMail(
    trx,
    fromTemplate(permitGiven, to.emailaddress, {
      firstname: to.firstname,
      due: asDay(until),
      term: `${semesterWords(form.semester as number)} ${session}`,
      allows: allows.map((one) => permitted[one]).join("\n\n"),
      link: `${publicUrl}/student/registration`,
    }),
  );
}

const permitGiven = mailTemplate({
  key: "registration-permit",
  name: "Permit to register",
  when: "The registry gives a student a permit to register late, unpaid or beyond the units",
  reader: "students",
  values: {
    ...usual("firstname", "due", "term", "link"),
    allows: value("what the permit allows, a sentence each", permitted.Late),
  },
  must: ["allows", "due", "link"],
  subject: "{college}: you may register until {due}",
  text: `Dear {firstname},

You have a permit for the {term}:

{allows}

It ends with {due}. Choose your courses and send them before it does. If your courses are registered as you want them, you have nothing to do.

{link}

${signed.office}`,
});

export const permitTemplates = [permitGiven];
