/** How attendance was taken. */
export const takenWays = ["List", "Code", "Paper"] as const;

export type TakenWay = (typeof takenWays)[number];

/** Whether a class may be given a code for a lecture: today's alone, and none of which a list or paper has begun the attendance. */
export const takesCode = ({ date, taken }: { readonly date: string; readonly taken: TakenWay | null }, today: string) =>
  date === today && (taken === null || taken === "Code");

/** What the college asks of attendance, in percent; from how many lectures on somebody is warned, and how many days later barred. */
export interface AttendanceRule {
  readonly line: number;
  readonly warning: number;
  readonly from: number;
  readonly grace: number;
}

/** How a student stands in one class: the lectures that count for him or her, and at how many he or she was. */
export interface Attended {
  readonly held: number;
  readonly present: number;
}

/** The same with how many whole days ago the warning went out that stands; null where there is none. */
export interface Warned extends Attended {
  readonly warned: number | null;
}

/** Whole percent, rounded down, so that nobody reads 75 % and is barred; null while nothing counts. */
export const percentOf = ({ held, present }: Attended): number | null =>
  held === 0 ? null : Math.floor((present * 100) / held);

/** On whole numbers, so that 75 % is 75 %. Where nothing counts, nothing is short. */
export const isBelow = ({ held, present }: Attended, percent: number): boolean => present * 100 < percent * held;

/** A warning never comes after the bar. */
export const warnsBelow = ({ line, warning }: AttendanceRule): number => Math.max(line, warning);

export const isWarned = (of: Attended, rule: AttendanceRule): boolean =>
  of.held >= rule.from && isBelow(of, warnsBelow(rule));

export interface Planned {
  /** Hours of the whole semester. */
  readonly planned: number;
  /** Hours and lectures that were held of the class, whoever was there. */
  readonly hours: number;
  readonly lectures: number;
}

/** How many lectures are likely still to come, by the hours that are planned and how long a lecture was so far. */
export const lecturesToCome = ({ planned, hours, lectures }: Planned): number =>
  Math.max(0, Math.ceil((planned - hours) / (lectures === 0 ? 1 : hours / lectures)));

/** How many of those may be missed before the line; null where the line cannot be reached any more. */
export function mayMiss(of: Attended, line: number, toCome: number): number | null {
  const total = of.held + toCome;
  const most = Math.floor((total * (100 - line)) / 100) - (of.held - of.present);
  return most < 0 ? null : Math.min(most, toCome);
}

/** How many of the next lectures, attended in a row, bring somebody who is below the line up to it. */
export const lecturesToRise = ({ held, present }: Attended, line: number): number =>
  Math.ceil((line * held - 100 * present) / (100 - line));

export interface TermSoFar {
  /** When it began, as `2026-11-30`. */
  readonly start: string | null;
  /** What was held before this day is two weeks ago, or was so when it ended. */
  readonly quietbefore: string;
  /** Days of teaching that are over, of so many; null where they are not known. */
  readonly over: number | null;
  readonly days: number | null;
}

/** Hours of a plan that would be held by now, were it taught evenly. */
export const hoursDue = (planned: number, { over, days }: TermSoFar): number | null =>
  over === null || days === null ? null : Math.floor((planned * Math.min(over, days)) / days);

/** Whether students wait for two weeks: since the last lecture, or since it began. */
export const isQuiet = (of: { readonly last: string | null; readonly students: number }, term: TermSoFar): boolean => {
  const since = of.last ?? term.start;
  return of.students > 0 && (since === null || since < term.quietbefore);
};

export type Standing = "none" | "good" | "warned" | "barred";

/** In how many days somebody who is below the line is barred, 0 where it is so now; null where nothing is short. */
export const daysToBar = (of: Warned, { line, from, grace }: AttendanceRule): number | null => {
  if (of.held < from || !isBelow(of, line)) return null;
  return of.warned === null ? Math.max(grace, 1) : Math.max(grace - of.warned, 0);
};

/** Nobody is barred who was not warned, nor before there was time to mend it. */
export const isBarred = (of: Warned, rule: AttendanceRule): boolean => daysToBar(of, rule) === 0;

export const standingOf = (of: Warned, rule: AttendanceRule): Standing => {
  if (of.held === 0) return "none";
  if (isBarred(of, rule)) return "barred";
  return isWarned(of, rule) ? "warned" : "good";
};

/** What a figure says to the student: too early to say, enough, close to the line, below it, or too low to sit. */
export type Reading = "early" | "enough" | "close" | "below" | "low";

export interface Figure extends Attended {
  readonly standing: Exclude<Standing, "none">;
  /** By `mayMiss`. */
  readonly maymiss: number | null;
}

/** Other than the standing it is by the figure alone: below the line is not enough, though nobody was warned yet. */
export function readingOf(of: Figure, { line, from }: Pick<AttendanceRule, "line" | "from">): Reading {
  if (of.standing === "barred") return "low";
  if (of.held < from) return "early";
  if (isBelow(of, line)) return of.maymiss === null ? "low" : "below";
  return of.standing === "warned" ? "close" : "enough";
}

/** "123 456", as it is read out. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
