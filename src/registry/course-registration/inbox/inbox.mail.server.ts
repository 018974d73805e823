import { sql } from "kysely";
import { windowsFor } from "#calendar/registration-window/registration-window.rules.ts";
import { windowsOf } from "#calendar/registration-window/registration-window.server.ts";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { lateUntil } from "../../registration-permit/registration-permit.server.ts";
import { isTold } from "../../status-change/status-change.rules.ts";
import type { StudentStatus } from "../../student/student.rules.ts";
import { everyStudent } from "../../student/student.server.ts";
import type { RegistrationState } from "../course-registration.rules.ts";
import { mendableUntil } from "../window/window.rules.ts";

/** A registration about which its student is told. */
export interface ToldRegistration {
  readonly student: string;
  readonly session: string;
  readonly semester: number;
  readonly units: number;
  /** As it stands when the letter is read. */
  readonly state: RegistrationState;
}

interface ToldStudent {
  readonly _id: string;
  readonly programme: string | null;
  readonly level: number | null;
  readonly status: StudentStatus;
  readonly firstname: string;
  readonly emailaddress: string;
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
  const { rows } = await sql<ToldStudent>`
    select s._id, s.programme, s.level, s.status, s.firstname, s.emailaddress from ${everyStudent()} s
    where s._id = any(${registrations.map(({ student }) => student)}::uuid[])`.execute(trx);
  const students = new Map(rows.map((one) => [one._id, one]));
  const untilOf = await lastDays(trx, registrations, students);
  await postMails(
    trx,
    registrations.flatMap((registration) => {
      const to = students.get(registration.student);
      if (!to || !isTold(to.status)) return [];
      const { news, paragraphs } = letterOf(registration, untilOf(registration));
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

interface TermDays {
  readonly windows: Awaited<ReturnType<typeof windowsOf>>;
  /** By student. */
  readonly permits: ReadonlyMap<string, string>;
}

/** Until when each of them can be mended, by the window or by a permit; null where registration is closed to it. */
async function lastDays(
  trx: Trx,
  registrations: readonly ToldRegistration[],
  students: ReadonlyMap<string, ToldStudent>,
) {
  const terms = Map.groupBy(registrations, termOf);
  const today = lagosToday();
  const known = new Map<string, TermDays>();
  for (const [key, of] of terms) {
    const [term] = of;
    if (!term) continue;
    const students = of.map(({ student }) => student);
    known.set(key, { windows: await windowsOf(trx, term), permits: await lateUntil(trx, students, term, today) });
  }
  return (registration: ToldRegistration): string | null => {
    const { windows = [], permits } = known.get(termOf(registration)) ?? {};
    const student = students.get(registration.student) ?? { programme: null, level: null };
    const days = [
      mendableUntil(windowsFor(windows, student), today, registration.state),
      permits?.get(registration.student) ?? null,
    ];
    return (
      days
        .filter((day) => day !== null)
        .toSorted()
        .at(-1) ?? null
    );
  };
}

export const approvedLetter = ({ semester, units }: ToldRegistration): Letter => ({
  news: "your courses are registered",
  paragraphs: [
    `Your head of department has approved your registration of the ${semesterWords(semester)}: ${asCount(units, "unit")}.`,
    "You can print your course form now.",
  ],
});

export const returnedLetter =
  (reason: string) =>
  ({ semester }: ToldRegistration, until: string | null): Letter => ({
    news: "your registration of courses is returned",
    paragraphs: [
      `Your head of department has returned your registration of the ${semesterWords(semester)}:`,
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
  (of: DroppedFrom, until: string | null): Letter => ({
    news: `${of.codes.join(" and ")} ${of.codes.length === 1 ? "is" : "are"} dropped from your registration`,
    paragraphs: [`${of.codes.join(", ")}: ${reason}`, unitsNow(of), afterDrop(of, until)],
  });

const unitsNow = ({ units, least }: DroppedFrom): string =>
  `You have ${asCount(units, "unit")} now.${least === null ? "" : ` That is too few: at least ${least} are asked for.`}`;

function afterDrop({ least }: DroppedFrom, until: string | null): string {
  if (least !== null)
    return until
      ? `Choose another course, and send your courses again, by ${asDay(until)}.`
      : `Registration is closed to you now. ${ASK_FOR_PERMIT}`;
  return until
    ? `You have nothing to do. If you wish another course instead, choose it by ${asDay(until)}.`
    : "You have nothing to do.";
}

const ASK_FOR_PERMIT = "Ask the Registry for a permit to register late: with it you can choose your courses again.";

const mendUntil = (until: string | null): string =>
  until
    ? `Choose your courses anew, and send them, by ${asDay(until)}.`
    : `Registration is closed now. ${ASK_FOR_PERMIT}`;
