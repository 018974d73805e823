import { type RawBuilder, sql } from "kysely";
import { ofProgrammesWithin, programmesById } from "#college/programme/programme.server.ts";
import { fittingNow, foundBy, foundChosen, readListQuery } from "#console/list/list.server.ts";
import { columnsOf, mayChange, mayList, type RecordRules, type RowColumn } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { lookNow, sawRow } from "#platform/database/look.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyCourse } from "../../course/course.server.ts";
import { holdAgainst } from "../../hold/hold.server.ts";
import { isOwnRecord, studentById, studentsFound } from "../../student/student.server.ts";
import { offeredTo } from "../course-registration.offered.server.ts";
import { shownRegistration, storedRegistration } from "../course-registration.read.server.ts";
import { findingsOf, type OfferedCourse, type RegistrationState } from "../course-registration.rules.ts";
import { standingOf } from "../course-registration.standing.server.ts";
import {
  type readChecked,
  type readInbox,
  type readNextToMend,
  registrations,
  type SeenRegistrations,
} from "./inbox.contract.ts";
import { knownOf, notCleared } from "./inbox.known.server.ts";
import { mendingOf, mendingOfAll, type StopCode, stopWords } from "./inbox.rules.ts";

export const inboxRules: RecordRules<typeof registrations> = {
  of: registrations,
  table: "registration_inbox",
  versions: true,
  judged: true,
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnRecord(column("student"), member),
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  // What is found is found in what waits, but for a course that is withdrawn from who has registered it, or was opened by a failed one.
  narrowed: {
    verdict: (value, column) => (value === "Clear" ? isWaiting(column) : mayBeFound(column)),
    stops: (value, column) =>
      value === "course-withdrawn" || value === "opened-by-failed" ? mayBeFound(column) : isWaiting(column),
  },
};

const isWaiting = (column: RowColumn) => sql`${column("state")} = 'Waiting'`;

// Looked up once: joined, the page of a list that holds few of them compares each with every registration.
const mayBeFound = (column: RowColumn) => sql`${column("_id")} = any(array(
  select waiting._id from portal.course_registration waiting where waiting.state = 'Waiting'
  union all select opened._id from portal.course_registration opened where opened.failed <> '{}'
  union all select l.registration from ${everyCourse()} gone
    join portal.course_registration_line l on l.course = gone._id and l."droppedAt" is null where not gone.status))`;

/** A registration as the office decides about it. */
export interface JudgedRegistration {
  readonly _id: string;
  readonly student: string;
  readonly programme: string;
  readonly level: number;
  readonly session: string;
  readonly semester: number;
  readonly units: number;
  readonly state: RegistrationState;
  readonly verdict: string | null;
  readonly stops: readonly StopCode[] | null;
  readonly note: string | null;
  readonly arrivedAt: string;
  readonly version: number;
  /** The student's matric number and name. */
  readonly called: string;
}

const judged = sql`t._id, t.student, t.programme, t.level, t.session, t.semester, t.units, t.state, t.verdict, t.stops, t.note,
  t."arrivedAt", t.version, concat_ws(' ', t.matric, t.name) as called`;

/** What was seen, as it stands now. */
export interface SeenNow {
  /** As they were seen. */
  readonly same: readonly JudgedRegistration[];
  /** Changed or decided since. */
  readonly changed: readonly JudgedRegistration[];
  /** How many more the list found than one deed does. */
  readonly beyond: number;
}

/** As many as one deed does. */
export const MOST_AT_ONCE = 10_000;

/**
 * The registrations that somebody saw, those that were changed since apart. Refuses what names neither rows nor a look, and rows
 * beyond the asker's reach.
 */
export async function seenNow(trx: Trx, who: Officer, { rows, query, look }: SeenRegistrations): Promise<SeenNow> {
  if (rows) {
    const ids = rows.map(({ _id }) => _id);
    const found = await foundChosen(trx, inboxRules, who, { ids, count: ids.length });
    const { rows: now } = await sql<JudgedRegistration>`select ${judged} from portal.registration_inbox t
      where t._id = any(${found}::uuid[]) order by t._id`.execute(trx);
    const versions = new Map(rows.map(({ _id, version }) => [_id, version]));
    const [same, changed] = parted(now, ({ _id, version }) => versions.get(_id) === version);
    return { same, changed, beyond: 0 };
  }
  if (query === undefined || look === undefined)
    throw refuseForm("form-invalid", "Choose rows, or say when the list was looked at", { rows: "Choose rows" });
  const { rows: now } = await sql<JudgedRegistration & { readonly seen: boolean; readonly found: number }>`
    select ${judged}, ${sawRow(look, "kept")} as seen, count(*) over ()::int as found from portal.registration_inbox t
    join portal.course_registration kept on kept._id = t._id
    where ${fittingNow(inboxRules, who, query)} order by t."arrivedAt", t._id limit ${MOST_AT_ONCE}`.execute(trx);
  const [same, changed] = parted(now, ({ seen }) => seen);
  return { same, changed, beyond: (now[0]?.found ?? 0) - now.length };
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** One within reach, held until the end: whoever else changes it waits. 404 for everybody else's. */
export async function lockJudged(trx: Trx, who: Officer, id: string): Promise<JudgedRegistration> {
  if (!isId(id)) throw notFound();
  await sql`select from portal.course_registration where _id = ${id} for update`.execute(trx);
  const { rows } = await sql<JudgedRegistration>`select ${judged} from portal.registration_inbox t
    where t._id = ${id} and ${mayChange(inboxRules, who, columnsOf("t"))}`.execute(trx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

interface WaitingOf {
  readonly programme: string;
  readonly waiting: number;
  readonly clear: number;
  readonly oldest: number;
}

/** What waits within reach of what a list finds, by department, the longest first. */
export async function inboxOf(db: Database, who: Officer, given: unknown): Promise<Replied<typeof readInbox>> {
  // Before it is read: what comes meanwhile was not seen.
  const look = await lookNow(db);
  const { rows } = await sql<WaitingOf>`select t.programme, count(*)::int as waiting,
      (count(*) filter (where t.verdict = 'Clear'))::int as clear, max(t.waited) as oldest
    from portal.registration_inbox t
    where t.state = 'Waiting' and ${foundBy(inboxRules, who, readListQuery(inboxRules, given))} group by t.programme`.execute(
    db,
  );
  const programmes = await programmesById(
    db,
    rows.map(({ programme }) => programme),
  );
  const departments = Map.groupBy(rows, ({ programme }) => programmes.get(programme)?.department ?? "");
  const sum = (of: readonly WaitingOf[], count: "waiting" | "clear") => of.reduce((all, one) => all + one[count], 0);
  return {
    look,
    waiting: sum(rows, "waiting"),
    clear: sum(rows, "clear"),
    departments: [...departments]
      .map(([name, of]) => ({
        _id: name,
        name,
        waiting: sum(of, "waiting"),
        clear: sum(of, "clear"),
        oldest: Math.max(...of.map(({ oldest }) => oldest)),
      }))
      .toSorted((one, other) => other.oldest - one.oldest || other.waiting - one.waiting),
  };
}

/** What is to be mended after this one, by arrival; else the first of all. 404 where it is beyond reach. */
export async function nextToMend(db: Database, who: Officer, id: string): Promise<Replied<typeof readNextToMend>> {
  const reached = mayList(inboxRules, who, columnsOf("t"));
  const { rows: own } = isId(id)
    ? await sql<{ arrivedAt: string }>`select t."arrivedAt"::text as "arrivedAt" from portal.registration_inbox t
        where t._id = ${id} and ${reached}`.execute(db)
    : { rows: [] };
  const [from] = own;
  if (!from) throw notFound();
  const first = (after: RawBuilder<unknown>) => sql<{ _id: string; called: string }>`
    select t._id, concat_ws(' ', t.matric, t.name) as called from portal.registration_inbox t
    where t.state = 'Waiting' and t._id <> ${id} and ${after} and ${reached} and t.verdict = 'To be mended'
    order by t."arrivedAt", t._id limit 1`;
  const { rows: later } = await first(
    sql`(t."arrivedAt", t._id) > (${from.arrivedAt}::timestamptz, ${id}::uuid)`,
  ).execute(db);
  const { rows } = later.length > 0 ? { rows: later } : await first(sql`true`).execute(db);
  return { next: rows[0] ?? null };
}

/** The codes of courses in a registration that are offered no more. */
export async function withdrawnIn(db: Database | Trx, registration: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select l.code from portal.course_registration_line l
    join ${everyCourse()} c on c._id = l.course
    where l.registration = ${registration} and l."droppedAt" is null and not c.status order by l.code`.execute(db);
  return rows.map(({ code }) => code);
}

/** One registration with its courses, and what was found in it, in sentences. */
export async function checkedOf(db: Database, who: Officer, id: string): Promise<Replied<typeof readChecked>> {
  const { rows } = isId(id)
    ? await sql<JudgedRegistration>`select ${judged} from portal.registration_inbox t
      where t._id = ${id} and ${mayList(inboxRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  const stored = found && (await storedRegistration(db, found.student, found));
  if (!found || !stored) throw notFound();
  const registration = await shownRegistration(db, stored);
  const withdrawn = await withdrawnIn(db, id);
  const stops = found.stops ?? [];
  const sentences = await sentencesOf(db, who, found, registration.lines);
  return {
    registration,
    student: found.student,
    found: stops.map((code) => ({ code, sentence: sentences(code, withdrawn), mending: mendingOf(code) })),
    withdrawn,
    mending: mendingOfAll(stops),
  };
}

/**
 * What to say of each stop: as the rules of registration say it of these courses on the day they arrived, else in the words of
 * the list. What is owed, and why a hold stands, is said to whom the own rights to accounts and holds let know it.
 */
async function sentencesOf(
  db: Database,
  who: Officer,
  of: JudgedRegistration,
  lines: readonly { readonly course: string }[],
) {
  const taken = new Set(lines.map(({ course }) => course));
  const offered = await offeredTo(db, of, [...taken]);
  const { limits, stop } = await standingOf(db, of.student, of.arrivedAt);
  const findings = findingsOf(
    offered.filter(({ _id }) => taken.has(_id)),
    offered,
    limits,
  );
  const hold = await holdAgainst(db, of.student, "registration");
  const status = (await studentById(db, of.student))?.status;
  const known = await knownOf(db, who, of.student);
  return (code: StopCode, withdrawn: readonly string[]): string => {
    if (code === "status-stops-registration") return `The record stands as ${status}, and registers nothing`;
    if (code === "held-by-office")
      return hold && known.hold ? `${hold.kind}: ${hold.reason}. Lifted by: ${hold.office}` : notCleared.hold;
    if (code === "course-withdrawn") return `${withdrawn.join(", ")}: not offered any more`;
    if (code === "fees-not-paid") return stop?.code === code && known.fees ? stop.sentence : notCleared.fees;
    if (code === "opened-by-failed")
      return offered.filter(isOpenedOf(taken)).map(openedWords).join(". ") || stopWords[code];
    const own = findings.filter((finding) => finding.code === code).map(({ fact }) => fact);
    return own.length > 0 ? own.join(". ") : stopWords[code];
  };
}

const isOpenedOf =
  (taken: ReadonlySet<string>) =>
  ({ _id, missing }: OfferedCourse): boolean =>
    taken.has(_id) && missing !== null;

const openedWords = ({ code, missing }: OfferedCourse): string =>
  `${code} was opened by ${missing}, which was failed since`;
