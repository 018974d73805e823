import { sql } from "kysely";
import { windowsOf } from "#calendar/registration-window/registration-window.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { semesterWord } from "../../bill/bill.rules.ts";
import { isTold } from "../../status-change/status-change.rules.ts";
import type { StudentStatus } from "../../student/student.rules.ts";
import { everyStudent } from "../../student/student.server.ts";

/** A registration about which its student is told. */
export interface ToldRegistration {
  readonly student: string;
  readonly session: string;
  readonly semester: number;
  readonly units: number;
}

interface Letter {
  readonly news: string;
  readonly paragraphs: readonly string[];
}

/** Writes to the student of each registration; what is said is made of the registration and of the day until when it can be mended. */
export async function tellOfRegistrations<R extends ToldRegistration>(
  trx: Trx,
  publicUrl: string,
  registrations: readonly R[],
  letterOf: (registration: R, until: string | null) => Letter,
): Promise<void> {
  const { rows } = await sql<{ _id: string; status: StudentStatus; firstname: string; emailaddress: string }>`
    select s._id, s.status, s.firstname, s.emailaddress from ${everyStudent()} s
    where s._id = any(${registrations.map(({ student }) => student)}::uuid[])`.execute(trx);
  const students = new Map(rows.map((one) => [one._id, one]));
  const until = await lastDays(trx, registrations);
  await postMails(
    trx,
    registrations.flatMap((registration) => {
      const to = students.get(registration.student);
      if (!to || !isTold(to.status)) return [];
      const { news, paragraphs } = letterOf(registration, until.get(termOf(registration)) ?? null);
      return [
        {
          _id: newId(),
          recipient: to.emailaddress,
          subject: `${brand.name}: ${news}`,
          text: `Dear ${to.firstname},

${paragraphs.join("\n\n")}

Your registration:
${publicUrl}/student/registration

${contact.office}, ${brand.name}
${contact.emailaddress}`,
        },
      ];
    }),
  );
}

const termOf = ({ session, semester }: Pick<ToldRegistration, "session" | "semester">) => `${session} ${semester}`;

/** Until when courses change in the window that runs or ran last, by session and semester; null where that day is over. */
async function lastDays(trx: Trx, registrations: readonly ToldRegistration[]) {
  const terms = new Map(registrations.map((one) => [termOf(one), one]));
  const days = new Map<string, string | null>();
  const today = lagosToday();
  for (const [key, term] of terms) {
    const ends = (await windowsOf(trx, term)).map(({ end, changes }) => (changes && changes > end ? changes : end));
    days.set(key, ends.toSorted().findLast((day) => day >= today) ?? null);
  }
  return days;
}

export const approvedLetter = ({ semester, units }: ToldRegistration): Letter => ({
  news: "your courses are registered",
  paragraphs: [
    `Your head of department has approved your registration of the ${semesterWord(semester).toLowerCase()}: ${asCount(units, "unit")}.`,
    "You can print your course form now.",
  ],
});

export const returnedLetter =
  (reason: string) =>
  ({ semester }: ToldRegistration, until: string | null): Letter => ({
    news: "your registration of courses is returned",
    paragraphs: [
      `Your head of department has returned your registration of the ${semesterWord(semester).toLowerCase()}:`,
      reason,
      mendUntil(until),
    ],
  });

export interface DroppedFrom extends ToldRegistration {
  readonly codes: readonly string[];
  /** The least units of the programme; null where the registration still has them. */
  readonly least: number | null;
}

export const droppedLetter =
  (reason: string) =>
  ({ codes, units, least }: DroppedFrom, until: string | null): Letter => ({
    news: `${codes.join(" and ")} ${codes.length === 1 ? "is" : "are"} dropped from your registration`,
    paragraphs: [
      `${codes.join(", ")}: ${reason}`,
      `You have ${asCount(units, "unit")} now.${least === null ? "" : ` At least ${least} are asked for: choose another course.`}`,
      mendUntil(until),
    ],
  });

const mendUntil = (until: string | null): string =>
  until
    ? `Choose your courses anew, and send them, by ${asDay(until)}.`
    : "Registration is closed. Go to your head of department, who can ask the Registry for more time for you.";
