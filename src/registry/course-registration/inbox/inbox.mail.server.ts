import { sql } from "kysely";
import { windowsFor } from "#calendar/registration-window/registration-window.rules.ts";
import { windowsOf } from "#calendar/registration-window/registration-window.server.ts";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  type Values,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMails } from "#reference/message-template/message-template.server.ts";
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

/** By which template, with which values beside the reader's. */
interface Letter {
  readonly template: MailTemplate;
  readonly said: Values;
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
  await writeMails(
    trx,
    registrations.flatMap((registration) => {
      const to = students.get(registration.student);
      if (!to || !isTold(to.status)) return [];
      const { template, said } = letterOf(registration, untilOf(registration));
      const link = `${publicUrl}/student/registration`;
      return [fromTemplate(template, to.emailaddress, { ...said, firstname: to.firstname, link })];
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

const semesterValue = value("the semester", "first semester");

const registrationApproved = mailTemplate({
  key: "registration-approved",
  name: "Courses are registered",
  when: "The head of department approves a registration",
  reader: "students",
  values: { ...usual("firstname", "link"), semester: semesterValue, units: value("how many units", "22 units") },
  must: ["link"],
  subject: "{college}: your courses are registered",
  text: `Dear {firstname},

Your head of department has approved your registration of the {semester}: {units}.

You can print your course form now.

Your registration:
{link}

${signed.office}`,
});

export const approvedLetter = ({ semester, units }: ToldRegistration): Letter => ({
  template: registrationApproved,
  said: { semester: semesterWords(semester), units: asCount(units, "unit") },
});

const registrationReturned = mailTemplate({
  key: "registration-returned",
  name: "Registration is returned",
  when: "The head of department returns a registration",
  reader: "students",
  values: {
    ...usual("firstname", "reason", "link"),
    semester: semesterValue,
    mend: value("until when it can be mended, or how", "Choose your courses anew, and send them, by 5 October 2026."),
  },
  must: ["reason", "link"],
  subject: "{college}: your registration of courses is returned",
  text: `Dear {firstname},

Your head of department has returned your registration of the {semester}:

{reason}

{mend}

Your registration:
{link}

${signed.office}`,
});

export const returnedLetter =
  (reason: string) =>
  ({ semester }: ToldRegistration, until: string | null): Letter => ({
    template: registrationReturned,
    said: { semester: semesterWords(semester), reason, mend: mendUntil(until) },
  });

export interface DroppedFrom extends ToldRegistration {
  readonly codes: readonly string[];
  /** The least units of the programme; null where the registration still has them. */
  readonly least: number | null;
}

const courseDropped = mailTemplate({
  key: "course-dropped-by-office",
  name: "Courses are dropped from a registration",
  when: "The head of department drops courses from a registration",
  reader: "students",
  values: {
    ...usual("firstname", "reason", "link"),
    dropped: value("the courses, and that they are dropped", "BIO 111 and CHE 112 are dropped"),
    codes: value("the courses", "BIO 111, CHE 112"),
    units: value("how many units are left, and whether that is enough", "You have 18 units now."),
    mend: value("what is to be done, and until when", "You have nothing to do."),
  },
  must: ["codes", "link"],
  subject: "{college}: {dropped} from your registration",
  text: `Dear {firstname},

{codes}: {reason}

{units}

{mend}

Your registration:
{link}

${signed.office}`,
});

export const droppedLetter =
  (reason: string) =>
  (of: DroppedFrom, until: string | null): Letter => ({
    template: courseDropped,
    said: {
      dropped: `${of.codes.join(" and ")} ${of.codes.length === 1 ? "is" : "are"} dropped`,
      codes: of.codes.join(", "),
      ...{ reason, units: unitsNow(of), mend: afterDrop(of, until) },
    },
  });

const registeredFor = mailTemplate({
  key: "registered-by-office",
  name: "Courses were registered by the office",
  when: "The office registers courses for a student",
  reader: "students",
  values: {
    ...usual("firstname", "name", "reason", "link"),
    units: value("how many units", "22 units"),
    courses: value("the courses", "BIO 111, CHE 112"),
    waits: value(
      "that the head of department decides yet; empty where that is done",
      "Your head of department decides about it; you get a mail then.",
    ),
  },
  must: ["courses", "link"],
  subject: "{college}: courses were registered for you",
  text: `Dear {firstname},

{name} registered for you, {units} in all: {courses}.

The reason: {reason}

{waits}

If you did not ask for this, go to your head of department.

Your registration:
{link}

${signed.office}`,
});

/** `name` is of the member of staff who did it. */
export const registeredForLetter = (said: Values<"name" | "units" | "courses" | "reason" | "waits">): Letter => ({
  template: registeredFor,
  said,
});

export const inboxTemplates = [registrationApproved, registrationReturned, courseDropped, registeredFor];

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
