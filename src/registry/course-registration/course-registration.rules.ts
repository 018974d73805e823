import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { codesIn, compulsoryTypes, isElective } from "../course/course.rules.ts";

/** Waiting: for the head. Returned: by the head, with a reason. */
export const registrationStates = ["Waiting", "Registered", "Returned"] as const;

/** For how many days a registration that was returned keeps its seats: long enough to read the mail and to send it again. */
export const DAYS_SEATS_WAIT = 3;

export type RegistrationState = (typeof registrationStates)[number];

export const registrationLooks = {
  Waiting: "info",
  Registered: "good",
  Returned: "bad",
} as const satisfies Record<RegistrationState, string>;

/** Programme: of the own programme and level. General: offered to all. Borrowed: of another department or level. */
export const lineKinds = ["Carry-over", "Programme", "General", "Borrowed"] as const;

export type LineKind = (typeof lineKinds)[number];

export const isCompulsory = (moduletype: string): boolean => compulsoryTypes.includes(moduletype.toLowerCase());

/** A course as it is offered to one student. */
export interface OfferedCourse {
  readonly _id: string;
  readonly code: string;
  readonly name: string;
  readonly credit: number;
  readonly moduletype: string;
  readonly level: number;
  readonly kind: LineKind;
  /** Offered no more: it may only be left. */
  readonly withdrawn: boolean;
  /** The group of electives that it belongs to, and how many of that are chosen. */
  readonly choice: string | null;
  readonly choose: number | null;
  /** Codes that are asked for and not passed, as in 'CRS 111, CRS 121'. */
  readonly missing: string | null;
  /** Codes that are asked for and were taken, with a result that is awaited still. */
  readonly awaited: string | null;
  readonly excludes: string | null;
  /** Places that are left; null where there is no limit. */
  readonly seats: number | null;
}

/** Whether it is a carry-over that comes first. A failed elective may be repeated, or another of its group taken instead. */
export const isBound = (course: OfferedCourse): boolean => course.kind === "Carry-over" && !isElective(course);

/** Units a semester. */
export interface UnitLimits {
  readonly min: number;
  readonly max: number;
  /** The most of who carries courses over. */
  readonly maxCarrying: number;
}

/** What is wrong with a choice of courses. A head may allow some of it; the rest no one may. */
export const findingCodes = [
  "units-below",
  "units-above",
  "prerequisite-missing",
  "excluded-together",
  "carry-over-left",
  "group-short",
  "group-over",
  "course-withdrawn",
] as const;

export type FindingCode = (typeof findingCodes)[number];

/** What a student may send all the same where a head decides, with a word to the head. */
export const allowable: readonly FindingCode[] = [
  "units-below",
  "prerequisite-missing",
  "carry-over-left",
  "group-short",
];

export interface Finding {
  readonly code: FindingCode;
  readonly sentence: string;
}

export const unitsOf = (courses: readonly { readonly credit: number }[]): number =>
  courses.reduce((sum, { credit }) => sum + credit, 0);

/** The most units of this choice, and the least: no more than all that is offered comes to. */
export function limitsOf(
  chosen: readonly OfferedCourse[],
  offered: readonly OfferedCourse[],
  { min, max, maxCarrying }: UnitLimits,
): { readonly least: number; readonly most: number } {
  const carries = chosen.some(({ kind }) => kind === "Carry-over");
  const open = unitsOf(offered.filter(({ withdrawn }) => !withdrawn));
  return { least: Math.min(min, open), most: carries ? Math.max(max, maxCarrying) : max };
}

/** What is wrong with a choice, the worst first; nothing where it may go. */
export function findingsOf(
  chosen: readonly OfferedCourse[],
  offered: readonly OfferedCourse[],
  limits: UnitLimits,
): Finding[] {
  const { least, most } = limitsOf(chosen, offered, limits);
  const units = unitsOf(chosen);
  const left = offered.filter((course) => isBound(course) && !course.withdrawn && !hasCourse(chosen, course._id));
  return [
    ...chosen
      .filter(({ withdrawn }) => withdrawn)
      .map(({ code }) => found("course-withdrawn", `${code} is not offered any more. Leave it out and choose another`)),
    ...exclusionsIn(chosen),
    ...(units > most
      ? [
          found(
            "units-above",
            `${asCount(units, "unit")} are too many: at most ${most}. Leave out ${units - most} or more`,
          ),
        ]
      : []),
    ...(units < least
      ? [found("units-below", `${asCount(units, "unit")} are too few: at least ${least}. Add ${least - units} or more`)]
      : []),
    ...left.map(({ code, name }) =>
      found("carry-over-left", `${code} ${name} is a carry-over, and carry-overs come first. Add it`),
    ),
    ...chosen
      .filter(({ missing }) => missing !== null)
      .map(({ code, missing }) =>
        found("prerequisite-missing", `${code} asks that you have passed ${missing} before. Leave it out until then`),
      ),
    ...groupsIn(chosen, offered),
  ];
}

const found = (code: FindingCode, sentence: string): Finding => ({ code, sentence });

const hasCourse = (courses: readonly OfferedCourse[], id: string): boolean => courses.some(({ _id }) => _id === id);

function exclusionsIn(chosen: readonly OfferedCourse[]): Finding[] {
  const codes = new Set(chosen.map(({ code }) => code));
  const pairs = chosen.flatMap(({ code, excludes }) =>
    codesIn(excludes)
      .filter((other) => codes.has(other))
      .map((other) => [code, other].toSorted().join(" and ")),
  );
  return [...new Set(pairs)].map((pair) =>
    found("excluded-together", `${pair} exclude each other. Leave one of them out`),
  );
}

/** The groups of the own programme and level; a failed elective that is repeated counts in its own. */
function groupsIn(chosen: readonly OfferedCourse[], offered: readonly OfferedCourse[]): Finding[] {
  const groups = new Map<string, { readonly choose: number; readonly of: number }>();
  for (const { choice, choose, kind, level } of offered)
    if (choice !== null && choose !== null && (kind === "Programme" || kind === "General"))
      groups.set(choice, { choose, of: level });
  return [...groups].flatMap(([group, { choose, of }]) => {
    const taken = chosen.filter(({ choice, kind, level }) => choice === group && level === of && kind !== "Borrowed");
    if (taken.length === choose) return [];
    const words = `${group}: choose ${asCount(choose, "course")}. You have ${taken.length === 0 ? "none" : taken.length}`;
    return [found(taken.length < choose ? "group-short" : "group-over", words)];
  });
}

/** A window of a semester; days in Lagos, `2026-11-30`. */
export interface SemesterWindow {
  readonly start: string;
  readonly late: string;
  readonly end: string;
  /** The last day on which courses change; null: the last day. */
  readonly changes: string | null;
  /** Of a late registration, in kobo. */
  readonly charge_kobo: number;
  readonly hodapproval: boolean;
}

export type WindowState = "none" | "early" | "open" | "late" | "closed";

export interface WindowStanding {
  readonly state: WindowState;
  readonly window: SemesterWindow | null;
  /** Whether courses may still be added and dropped by who has registered. */
  readonly changing: boolean;
}

/** Where registration stands on a day: in the window of that day, else before the next one, else after the last. */
export function windowStanding(windows: readonly SemesterWindow[], day: string): WindowStanding {
  const ordered = windows.toSorted((one, other) => one.start.localeCompare(other.start));
  const now = ordered.find(({ start, end }) => start <= day && day <= end);
  if (now) return { state: day < now.late ? "open" : "late", window: now, changing: day <= (now.changes ?? now.end) };
  const over = ordered.findLast(({ end }) => end < day);
  const changing = over !== undefined && day <= (over.changes ?? over.end);
  const next = ordered.find(({ start }) => day < start);
  if (next) return { state: "early", window: next, changing };
  return over ? { state: "closed", window: over, changing } : { state: "none", window: null, changing: false };
}

/** The same for who has a permit to register late: between two windows one stands after the last day of the earlier. */
export function lateStanding(windows: readonly SemesterWindow[], day: string): WindowStanding {
  const standing = windowStanding(windows, day);
  const over = windows.filter(({ end }) => end < day);
  return standing.state === "early" && over.length > 0 ? windowStanding(over, day) : standing;
}

/** The last day on which a registration can be mended that may be mended on `day`, without a permit; null where it may not. */
export function mendableUntil(
  windows: readonly SemesterWindow[],
  day: string,
  state: RegistrationState,
): string | null {
  const { window, changing, state: now } = windowStanding(windows, day);
  const isOpen = now === "open" || now === "late";
  // Before the next window courses may still change in that of before.
  const of =
    now === "early"
      ? windowStanding(
          windows.filter(({ end }) => end < day),
          day,
        ).window
      : window;
  if (!of) return null;
  const changes = of.changes ?? of.end;
  if (state === "Returned" && isOpen) return changes > of.end ? changes : of.end;
  return changing ? changes : null;
}

/** "from 2 November 2026 to 30 November 2026, late from 16 November 2026". */
export const windowWords = ({ start, late, end }: SemesterWindow): string =>
  `from ${asDay(start)} to ${asDay(end)}${late > start && late <= end ? `, late from ${asDay(late)}` : ""}`;
