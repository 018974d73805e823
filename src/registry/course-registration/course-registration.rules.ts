import { asCount } from "#kit/value/count.rules.ts";
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
  /** How many others of that group are passed already. */
  readonly passed: number;
  /** Codes that are asked for and not passed, as in 'CRS 111, CRS 121'. */
  readonly missing: string | null;
  /** Codes that are asked for and were taken, with a result that is awaited still. */
  readonly awaited: string | null;
  readonly excludes: string | null;
  /** Places that are left to the student, the own one among them; null where there is no limit. */
  readonly seats: number | null;
}

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
  /** What is wrong, for whoever decides. */
  readonly fact: string;
  /** The same with what mends it, for the student. */
  readonly sentence: string;
}

export const unitsOf = (courses: readonly { readonly credit: number }[]): number =>
  courses.reduce((sum, { credit }) => sum + credit, 0);

/** What is asked of a student at most. */
export interface Demands {
  /** The carry-overs that come first, by their `_id`. */
  readonly bound: ReadonlySet<string>;
  /** By group of electives: how many are lacking, and how many of these can be taken now. */
  readonly groups: ReadonlyMap<string, { readonly lacking: number; readonly asked: number }>;
  /** Units of a choice that has all of this, and what fits beside it. */
  readonly units: number;
}

/**
 * Picks a choice that the rules let through, and asks for no more than stands in it, so that no student is left without one:
 * the carry-overs that can be taken, the earliest first, as far as they fit; of each group what is lacking; then what fits beside. A
 * failed elective is bound to nothing: another of its group may be taken instead.
 */
export function demandsOn(offered: readonly OfferedCourse[], { max, maxCarrying }: UnitLimits): Demands {
  const open = offered.filter((course) => course.kind !== "Borrowed" && isOpen(course));
  const picked: OfferedCourse[] = [];
  let most = Math.max(max, maxCarrying);
  const pick = (courses: readonly OfferedCourse[], count = courses.length): number => {
    const had = picked.length;
    for (const course of courses)
      if (
        picked.length - had < count &&
        unitsOf([...picked, course]) <= most &&
        !picked.some((one) => one.code === course.code || exclude(one, course))
      )
        picked.push(course);
    return picked.length - had;
  };
  pick(
    open
      .filter((course) => course.kind === "Carry-over" && !isElective(course))
      .toSorted((one, other) => one.level - other.level || one.code.localeCompare(other.code)),
  );
  const bound = new Set(picked.map(({ _id }) => _id));
  if (bound.size === 0) most = max;
  const rules = groupRulesIn(offered);
  const groups = new Map(
    [...rules].map(([group, { lacking, level }]) => {
      const of = open.filter((course) => isOfGroup(course, group, level));
      return [group, { lacking, asked: pick(ofFewUnitsFirst(of), lacking) }];
    }),
  );
  pick(open.filter((course) => ![...rules].some(([group, { level }]) => isOfGroup(course, group, level))));
  return { bound, groups, units: unitsOf(picked) };
}

const isOpen = ({ withdrawn, missing, seats }: OfferedCourse): boolean => !withdrawn && missing === null && seats !== 0;

const exclude = (one: OfferedCourse, other: OfferedCourse): boolean =>
  codesIn(one.excludes).includes(other.code) || codesIn(other.excludes).includes(one.code);

const ofFewUnitsFirst = (courses: readonly OfferedCourse[]) =>
  courses.toSorted((one, other) => one.credit - other.credit);

/** A failed elective that is repeated within its level counts in its group. */
const isOfGroup = ({ choice, kind, level }: OfferedCourse, group: string, of: number): boolean =>
  choice === group && level === of && kind !== "Borrowed";

interface GroupRule {
  readonly choose: number;
  readonly passed: number;
  readonly lacking: number;
  readonly level: number;
}

/** The groups of the own programme and level. */
function groupRulesIn(offered: readonly OfferedCourse[]): ReadonlyMap<string, GroupRule> {
  const rules = new Map<string, GroupRule>();
  for (const { choice, choose, passed, kind, level } of offered)
    if (choice !== null && choose !== null && (kind === "Programme" || kind === "General"))
      rules.set(choice, { choose, passed, level, lacking: Math.max(choose - passed, 0) });
  return rules;
}

/** The most units of this choice, and the least: no more than can be chosen. */
export function limitsOf(
  chosen: readonly OfferedCourse[],
  offered: readonly OfferedCourse[],
  limits: UnitLimits,
): { readonly least: number; readonly most: number } {
  const { min, max, maxCarrying } = limits;
  const carries = chosen.some(({ kind }) => kind === "Carry-over");
  return {
    least: Math.min(min, demandsOn(offered, limits).units),
    most: carries ? Math.max(max, maxCarrying) : max,
  };
}

/** What is wrong with a choice, the worst first; nothing where it may go. */
export function findingsOf(
  chosen: readonly OfferedCourse[],
  offered: readonly OfferedCourse[],
  limits: UnitLimits,
): Finding[] {
  const { least, most } = limitsOf(chosen, offered, limits);
  const units = unitsOf(chosen);
  const { bound, groups } = demandsOn(offered, limits);
  const left = offered.filter(({ _id }) => bound.has(_id) && !hasCourse(chosen, _id));
  return [
    ...chosen
      .filter(({ withdrawn }) => withdrawn)
      .map(({ code }) =>
        found("course-withdrawn", `${code} is not offered any more`, "Leave it out and choose another"),
      ),
    ...exclusionsIn(chosen),
    ...(units > most
      ? [
          found(
            "units-above",
            `${asCount(units, "unit")} are too many: at most ${most}`,
            `Leave out ${units - most} or more`,
          ),
        ]
      : []),
    ...(units < least
      ? [
          found(
            "units-below",
            `${asCount(units, "unit")} are too few: at least ${least}`,
            `Add ${least - units} or more`,
          ),
        ]
      : []),
    ...left.map(({ code, name }) =>
      found("carry-over-left", `${code} ${name} is a carry-over, and carry-overs come first`, "Add it"),
    ),
    ...chosen
      .filter(({ missing }) => missing !== null)
      .map(({ code, missing }) =>
        found(
          "prerequisite-missing",
          `${code} asks for a pass in ${missing} before`,
          "Leave it out until then",
          `${code} asks that you have passed ${missing} before`,
        ),
      ),
    ...groupsIn(chosen, offered, groups),
  ];
}

const found = (code: FindingCode, fact: string, remedy: string, told = fact): Finding => ({
  code,
  fact,
  sentence: `${told}. ${remedy}`,
});

const hasCourse = (courses: readonly OfferedCourse[], id: string): boolean => courses.some(({ _id }) => _id === id);

function exclusionsIn(chosen: readonly OfferedCourse[]): Finding[] {
  const codes = new Set(chosen.map(({ code }) => code));
  const pairs = chosen.flatMap(({ code, excludes }) =>
    codesIn(excludes)
      .filter((other) => codes.has(other))
      .map((other) => [code, other].toSorted().join(" and ")),
  );
  return [...new Set(pairs)].map((pair) =>
    found("excluded-together", `${pair} exclude each other`, "Leave one of them out"),
  );
}

function groupsIn(
  chosen: readonly OfferedCourse[],
  offered: readonly OfferedCourse[],
  demands: Demands["groups"],
): Finding[] {
  return [...groupRulesIn(offered)].flatMap(([group, { choose, passed, level }]) => {
    const { lacking = 0, asked = 0 } = demands.get(group) ?? {};
    const taken = chosen.filter((course) => isOfGroup(course, group, level)).length;
    const count = taken === 0 ? "none" : taken;
    const fact = `${group}: ${asCount(choose, "course")} to choose, ${passed === 0 ? "" : `${passed} passed before, `}${count} chosen now`;
    const before = passed === 0 ? "" : `, of which you have passed ${passed}`;
    const told = `${group}: choose ${asCount(choose, "course")}${before}. You have ${count} now`;
    if (taken < asked) return [found("group-short", fact, `Add ${asked - taken}`, told)];
    return taken > lacking ? [found("group-over", fact, `Leave out ${taken - lacking}`, told)] : [];
  });
}
