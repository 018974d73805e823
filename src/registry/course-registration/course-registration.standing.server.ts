import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import { windowsFor } from "#calendar/registration-window/registration-window.rules.ts";
import { windowsOf } from "#calendar/registration-window/registration-window.server.ts";
import { runningTerm } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { asDay, lagosDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, type RefusalCode } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { leftBefore } from "../bill/bill.server.ts";
import { holdAgainst } from "../hold/hold.server.ts";
import { isGated } from "../instalment/instalment.server.ts";
import type { Permit } from "../registration-permit/registration-permit.rules.ts";
import { permitsOf, type StandingPermits } from "../registration-permit/registration-permit.server.ts";
import { isStopped, type StudentStatus } from "../student/student.rules.ts";
import { studentById } from "../student/student.server.ts";
import type { readOwnRegistration } from "./course-registration.contract.ts";
import { offeredTo, type Registrant, unitsAsked } from "./course-registration.offered.server.ts";
import { type StoredRegistration, shownRegistration, storedRegistration } from "./course-registration.read.server.ts";
import type { UnitLimits } from "./course-registration.rules.ts";
import { lateStanding, type WindowStanding, windowStanding, windowWords } from "./window/window.rules.ts";

/** Why nothing can be sent now, and where to go. */
export interface Stop {
  readonly code: RefusalCode;
  readonly sentence: string;
  readonly link: string | null;
}

export interface Term {
  readonly session: string;
  readonly name: string;
  readonly semester: number;
}

/** What decides whether, and how, one student registers now. */
export interface RegistrationStanding {
  readonly term: Term | undefined;
  /** Null where the record lacks a programme or a level. */
  readonly of: Registrant | null;
  readonly standing: WindowStanding;
  readonly permits: StandingPermits;
  readonly limits: UnitLimits;
  readonly registration: StoredRegistration | undefined;
  /** The bill of the semester; null where there is none. */
  readonly bill: string | null;
  readonly stop: Stop | null;
}

/** When a request arrived, by the database's clock: a window that closes while it waits is open to it. */
export async function arrivalOf(db: Database | Trx, reply: FastifyReply): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select clock_timestamp() - make_interval(secs => ${reply.elapsedTime / 1_000}::double precision) as at`.execute(db);
  return rows[0]?.at ?? "";
}

const NO_WINDOW: WindowStanding = { state: "none", window: null, changing: false };

const NO_PERMIT: StandingPermits = { allows: new Set(), until: null };

/** More than a registration may hold of units. */
const ANY_UNITS = 60;

/** Where one student stands at a time, ISO 8601: that of arrival, however long what arrived has waited since. */
export async function standingOf(db: Database | Trx, id: string, arrival: string): Promise<RegistrationStanding> {
  const [own, term] = [await studentById(db, id), await runningTerm(db)];
  if (!own) throw notFound();
  const of =
    own.programme !== null && own.level !== null && term
      ? { student: id, programme: own.programme, level: own.level, session: term.session, semester: term.semester }
      : null;
  const day = lagosDay(arrival);
  const permits = term ? await permitsOf(db, id, term, day) : NO_PERMIT;
  const { allows } = permits;
  const standingIn = allows.has("Late") ? lateStanding : windowStanding;
  const standing = term ? standingIn(windowsFor(await windowsOf(db, term), own), day) : NO_WINDOW;
  const registration = term && (await storedRegistration(db, id, term));
  const money = term && (await leftBefore(db, "registration", id, term));
  const stop =
    stoppedByRecord(own.status as StudentStatus, term, of) ??
    stoppedByWindow(standing, allows, registration) ??
    (await stoppedByHold(db, id)) ??
    (term ? await stoppedByFees(db, term, allows, money?.left_kobo) : null);
  return {
    term,
    of,
    standing,
    permits,
    limits: await limitsFor(db, of, own.session, allows),
    registration,
    bill: money?.bill ?? null,
    stop,
  };
}

async function limitsFor(
  db: Database | Trx,
  of: Registrant | null,
  entry: string | null,
  permits: ReadonlySet<Permit>,
): Promise<UnitLimits> {
  const { rows } = await sql<{ min: number; max: number }>`select demand.least as min, demand.most as max
    from ${unitsAsked(sql`${of?.programme ?? null}::uuid`, sql`${entry}::uuid`)} demand`.execute(db);
  const { min, max } = rows[0] ?? { min: 0, max: 0 };
  if (permits.has("Units")) return { min, max: ANY_UNITS, maxCarrying: ANY_UNITS };
  return { min, max, maxCarrying: Math.max(max, await readSetting(db, "unitsWithCarryOvers")) };
}

const stopped = (code: RefusalCode, sentence: string, link: string | null = null): Stop => ({ code, sentence, link });

function stoppedByRecord(status: StudentStatus, term: Term | undefined, of: Registrant | null): Stop | null {
  if (isStopped(status, "registration"))
    return stopped(
      "status-stops-registration",
      `Your record stands as ${status}, so you cannot register courses. Ask the Registry what opens it again`,
    );
  if (!term)
    return stopped("no-session-runs", "No session runs at the moment. Registration opens when the next one begins");
  if (!of)
    return stopped(
      "record-incomplete",
      "Your record lacks your programme or your level, so nobody knows which courses are yours. Ask the Registry to fill it in",
    );
  return null;
}

/** Who has registered may change while courses change; who was sent back, and who has a permit, may mend it. */
function stoppedByWindow(
  { state, window, changing }: WindowStanding,
  permits: ReadonlySet<Permit>,
  registration: StoredRegistration | undefined,
): Stop | null {
  if (permits.has("Late") && window !== null && state !== "early") return null;
  if (registration?.state === "Registered" || registration?.state === "Waiting") {
    if (changing) return null;
    const last = window?.changes ?? window?.end;
    return stopped(
      "changes-closed",
      `Courses could be added and dropped until ${last ? asDay(last) : "the last day"}. If something is wrong, ask the Registry for a permit: with it you, or your head of department, can still change them`,
    );
  }
  if (state === "open" || state === "late" || (registration && changing)) return null;
  if (!window)
    return stopped(
      "registration-not-planned",
      "Nobody has said yet when registration of this semester opens. Look again later",
    );
  if (state === "early") return stopped("registration-not-open", `Registration is open ${windowWords(window)}`);
  return stopped(
    "registration-closed",
    `Registration of this semester closed on ${asDay(window.end)}. Whoever has a reason asks the Registry for more time`,
  );
}

async function stoppedByHold(db: Database | Trx, student: string): Promise<Stop | null> {
  const held = await holdAgainst(db, student, "registration");
  return held
    ? stopped(
        "held-by-office",
        `A hold stands on your record, so you cannot register courses. ${held.reason}. Where to go: ${held.office}`,
        "/student/holds",
      )
    : null;
}

async function stoppedByFees(
  db: Database | Trx,
  term: Term,
  permits: ReadonlySet<Permit>,
  left_kobo: number | undefined,
): Promise<Stop | null> {
  if (permits.has("Unpaid") || left_kobo === 0) return null;
  if (left_kobo !== undefined)
    return stopped(
      "fees-not-paid",
      `Registration opens when ${asNaira(naira(left_kobo))} more of your bill are paid`,
      "/student/bill",
    );
  if (!(await isGated(db, "registration", term))) return null;
  return stopped(
    "no-bill-yet",
    "You have no bill of this semester yet, and registration waits for its first part. Ask the Bursary to make it",
    "/student/bill",
  );
}

/** All that the page of one student's registration shows. */
export async function proposalOf(
  db: Database,
  student: string,
  arrival: string,
): Promise<Replied<typeof readOwnRegistration>> {
  const { term, of, standing, permits, limits, registration, stop } = await standingOf(db, student, arrival);
  const { window, state } = standing;
  const programme = of && (await programmesById(db, [of.programme])).get(of.programme);
  const offered = of ? await offeredTo(db, of) : [];
  return {
    term: term ?? null,
    window: {
      state,
      start: window?.start ?? null,
      late: window?.late ?? null,
      end: window?.end ?? null,
      changes: window?.changes ?? null,
      permit: permits.allows.has("Late") ? permits.until : null,
      charge: naira(window?.charge_kobo ?? 0),
      hodapproval: registration?.hodapproval ?? window?.hodapproval ?? false,
    },
    stop,
    limits,
    programme: programme ? programmeTitle(programme) : null,
    level: of?.level ?? null,
    offered: offered.map(({ class: _class, version: _version, ...course }) => course),
    registration: registration ? await shownRegistration(db, registration) : null,
  };
}
