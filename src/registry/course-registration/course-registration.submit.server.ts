import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { addBillLine } from "../bill/bill.server.ts";
import { holdStudent } from "../student/student.server.ts";
import { type OfferedRow, offeredTo, type Registrant } from "./course-registration.offered.server.ts";
import { linesOf, type StandingLine, type StoredRegistration } from "./course-registration.read.server.ts";
import {
  allowable,
  type Finding,
  findingsOf,
  limitsOf,
  type RegistrationState,
  unitsOf,
} from "./course-registration.rules.ts";
import { type RegistrationStanding, standingOf } from "./course-registration.standing.server.ts";
import { coursesWithNewSeat, keepClasses, requireSeats } from "./seats/seats.server.ts";

export interface SentRegistration {
  /** `_id`s of courses. */
  readonly courses: readonly string[];
  /** A word to the head. */
  readonly note?: string | undefined;
  /** Of the registration that was seen; undefined where there was none. */
  readonly version?: number | undefined;
}

/** Who of the office sends it in the student's place, and why. */
export interface InPlace {
  readonly staff: string;
  readonly why: string;
  /** Whether that person also decides: what an adviser sends waits for the head, as the student's own does. */
  readonly decides: boolean;
}

/**
 * Registers the courses of the semester that runs, or changes them, judged at the time of arrival. Refuses what stops the
 * student, what was overtaken, a course that is not offered or full, and what the rules of units, groups, prerequisites and
 * exclusions do not let through; where a head decides, part of that goes to the head with the student's word.
 */
export async function submitRegistration(
  work: Work,
  student: string,
  sent: SentRegistration,
  arrival: string,
  inPlace: InPlace | null = null,
) {
  const { trx } = work;
  // Whoever promotes the student, or changes programme or status, waits, or is seen.
  await holdStudent(trx, student);
  const standing = await standingOf(trx, student, arrival);
  const { of, registration, stop } = standing;
  if (stop) throw refuse(stop.code, stop.sentence);
  if (!of) throw new Error("A student without a programme is stopped");
  await requireSeen(trx, registration, sent.version);
  const offered = await offeredTo(trx, of, sent.courses.filter(isId));
  const chosen = sent.courses.map((id) => courseAmong(offered, id));
  const decides = !inPlace?.decides && (registration?.hodapproval ?? standing.standing.window?.hodapproval ?? false);
  const found = passedFindings(findingsOf(chosen, offered, standing.limits), { decides, inPlace, note: sent.note });
  const lines = registration ? await linesOf(trx, registration._id) : [];
  const change = changeOf(lines, chosen);
  const mends = registration?.state === "Returned" || (inPlace?.decides && registration?.state === "Waiting");
  if (registration && change.added.length === 0 && change.dropped.length === 0 && !mends)
    throw refuse("already-so", "These courses are registered already, so nothing was changed");
  const limited = await keepClasses(trx, await coursesWithNewSeat(trx, registration, lines, chosen), of);
  const asks = decides && (registration?.state !== "Registered" || change.added.length > 0 || found.length > 0);
  const state: RegistrationState = asks ? "Waiting" : "Registered";
  const units = unitsOf(chosen);
  const late = registration?.late ?? isLate(standing);
  const most = standing.permits.allows.has("Units") ? null : limitsOf(chosen, offered, standing.limits).most;
  const sendable = {
    ...of,
    arrival,
    late,
    state,
    units,
    most,
    found,
    note: inPlace?.decides ? null : (sent.note ?? null),
    inPlace,
  };
  const { _id, version } = await keepRegistration(
    trx,
    registration,
    sendable,
    standing.standing.window?.hodapproval ?? false,
  );
  await keepLines(trx, _id, change, state, inPlace);
  work.note({
    deed: registration ? "course_registration.change" : "course_registration.send",
    subject: `student:${student}`,
    ...(registration && { before: { courses: lines.map(({ code }) => code), state: registration.state } }),
    after: { courses: chosen.map(({ code }) => code).toSorted(), units, state, ...(found.length > 0 && { found }) },
    ...(inPlace && { reason: inPlace.why }),
  });
  const charged = !registration && late ? await chargeLate(work, standing, inPlace) : "";
  await requireSeats(trx, limited);
  const sum = asCount(units, "unit");
  const message =
    state === "Waiting"
      ? `Sent to the head of department: ${sum}. ${inPlace ? "The student reads" : "You read here, and by e-mail,"} what is decided${charged}`
      : `Registered: ${asCount(chosen.length, "course")}, ${sum}${charged}`;
  return { type: "success" as const, message, state, units, version };
}

/** Whoever decides on it, or another tab of the student, was first: one wins, and the other hears it. */
async function requireSeen(trx: Trx, registration: StoredRegistration | undefined, seen: number | undefined) {
  const { rows } = registration
    ? await sql<{ version: number }>`
        select version from portal.course_registration where _id = ${registration._id} for update`.execute(trx)
    : { rows: [] };
  if (rows[0]?.version !== seen) throw overtaken();
}

const overtaken = () =>
  stale(
    "changed-meanwhile",
    "Your registration was changed or decided meanwhile, so nothing was sent. Look at it as it stands now, and send again if you still wish",
  );

function courseAmong(offered: readonly OfferedRow[], id: string): OfferedRow {
  const course = offered.find(({ _id }) => _id === id);
  if (!course)
    throw refuseFields("choice-not-found", {
      courses:
        "One of the courses is not offered to you this semester, is passed, or stands in your list already. Choose from the list",
    });
  return course;
}

interface Deciding {
  /** Whether a head decides on it. */
  readonly decides: boolean;
  readonly inPlace: InPlace | null;
  readonly note: string | undefined;
}

/** The codes of what a head may allow; refuses everything else, all of it in one sentence under the courses. */
function passedFindings(all: readonly Finding[], { decides, inPlace, note }: Deciding): string[] {
  const [first] = all;
  if (!first) return [];
  const barred = decides || inPlace?.decides ? all.filter(({ code }) => !allowable.includes(code)) : all;
  const [worst] = barred;
  if (worst) throw refuseFields(worst.code, { courses: barred.map(({ sentence }) => sentence).join(". ") });
  if (decides && !note)
    throw refuseFields("word-to-head-needed", {
      note: `${all.map(({ sentence }) => sentence).join(". ")}. If you cannot, say why: your head of department may allow it`,
    });
  return [...new Set(all.map(({ code }) => code))];
}

interface LineChange {
  readonly added: readonly OfferedRow[];
  readonly dropped: readonly StandingLine[];
}

function changeOf(lines: readonly StandingLine[], chosen: readonly OfferedRow[]): LineChange {
  const standing = new Set(lines.map(({ course }) => course));
  const wanted = new Set(chosen.map(({ _id }) => _id));
  return {
    added: chosen.filter(({ _id }) => !standing.has(_id)),
    dropped: lines.filter(({ course }) => !wanted.has(course)),
  };
}

/** After the last day of a window only a permit lets somebody in; that is late, too. */
const isLate = ({ standing: { state } }: RegistrationStanding): boolean => state === "late" || state === "closed";

interface Kept extends Registrant {
  readonly arrival: string;
  readonly late: boolean;
  readonly state: RegistrationState;
  readonly units: number;
  /** The most units by which it was judged; null with a permit for more. */
  readonly most: number | null;
  readonly found: readonly string[];
  readonly note: string | null;
  readonly inPlace: InPlace | null;
}

async function keepRegistration(
  trx: Trx,
  before: StoredRegistration | undefined,
  { arrival, inPlace, found, ...kept }: Kept,
  hodapproval: boolean,
): Promise<{ readonly _id: string; readonly version: number }> {
  const values = { ...kept, found: [...found], failed: [], leftopen: [], judgedAt: null, arrivedAt: arrival };
  const decided = {
    registeredby: inPlace?.staff ?? null,
    why: inPlace?.why ?? null,
    ...(inPlace?.decides
      ? { decidedby: inPlace.staff, decidedAt: arrival, reason: null }
      : kept.state === "Waiting" && { decidedby: null, decidedAt: null, reason: null }),
  };
  if (before)
    return trx
      .updateTable("course_registration")
      .set({ ...values, ...decided, version: sql`version + 1`, updatedAt: sql`now()` })
      .where("_id", "=", before._id)
      .returning(["_id", "version"])
      .executeTakeFirstOrThrow();
  return onConstraint(
    { course_registration_once: overtaken },
    trx
      .insertInto("course_registration")
      .values({ _id: newId(), ...values, ...decided, hodapproval })
      .returning(["_id", "version"])
      .executeTakeFirstOrThrow(),
  );
}

async function keepLines(
  trx: Trx,
  registration: string,
  { added, dropped }: LineChange,
  state: RegistrationState,
  inPlace: InPlace | null,
): Promise<void> {
  const approvedAt = state === "Registered" ? sql<string>`now()` : null;
  if (dropped.length > 0)
    await trx
      .updateTable("course_registration_line")
      .set({ droppedAt: sql`now()`, droppedby: inPlace?.staff ?? null, dropping: inPlace?.why ?? null })
      .where(
        "_id",
        "in",
        dropped.map(({ _id }) => _id),
      )
      .execute();
  if (added.length > 0)
    await trx
      .insertInto("course_registration_line")
      .values(
        added.map(({ _id, version, code, name, credit, moduletype, kind, class: taught }) => ({
          ...{ _id: newId(), registration, course: _id, class: taught, courseversion: version },
          ...{ code, name, credit, moduletype, kind, approvedAt },
        })),
      )
      .execute();
  if (state === "Registered" && inPlace?.decides)
    await trx
      .updateTable("course_registration_line")
      .set({ approvedAt: sql`now()` })
      .where("registration", "=", registration)
      .where("droppedAt", "is", null)
      .where("approvedAt", "is", null)
      .execute();
}

/** Brings the charge of a late registration onto the bill; answers what is said about it. Refuses where there is no bill. */
async function chargeLate(work: Work, { standing, bill, term }: RegistrationStanding, inPlace: InPlace | null) {
  const charge_kobo = standing.window?.charge_kobo ?? 0;
  if (charge_kobo === 0 || !term) return "";
  const charge = asNaira(naira(charge_kobo));
  if (bill === null)
    throw refuse(
      "no-bill-yet",
      `Registering late costs ${charge}, which comes onto your bill, and there is no bill of this semester yet. Ask the Bursary to make it`,
    );
  await addBillLine(work, {
    bill,
    kind: "registration",
    label: `Late registration, ${semesterWords(term.semester)}`,
    amount_kobo: charge_kobo,
    reason: "Registered after the day from which registration is late",
    staff: inPlace?.staff ?? null,
  });
  return `. The late charge of ${charge} is on your bill now`;
}
