import { semesterWords } from "#calendar/session/session.rules.ts";
/** Offered in the form; a college may use words of its own. Contract 5. */
export const moduleTypes = ["Core", "Required", "Elective", "General"] as const;

/** "crs101" and "CRS  101" are both "CRS 101". */
export const spelledCourse = (typed: string): string =>
  typed
    .trim()
    .toUpperCase()
    .replace(/\s+/g, " ")
    .replace(/^([A-Z]{2,5})[\s-]*(\d{3}[A-Z]?)$/, "$1 $2");

/** "crs101; crs 102" as it is kept: "CRS 101, CRS 102", each once and in their order. */
export const spelledCourses = (typed: string): string =>
  [...new Set(typed.split(/[,;\n]/).map(spelledCourse))]
    .filter((code) => code !== "")
    .toSorted()
    .join(", ");

/** The codes of such a list; none of nothing. */
export const codesIn = (list: string | null): readonly string[] => (list ? list.split(", ") : []);

/**
 * Module types that everybody takes, however they are spelled; every other type is chosen. Whoever has not passed one of these, or
 * never registered it in its semester, carries it over. Student records 3.
 */
export const compulsoryTypes: readonly string[] = ["core", "required", "compulsory", "general"];

/** Whether a student chooses it. */
export const isElective = (course: { readonly moduletype: string; readonly choice: string | null }): boolean =>
  course.choice !== null || !compulsoryTypes.includes(course.moduletype.trim().toLowerCase());

/** By code: a programme's own courses, and the general ones of others that it does not have itself. */
export function offeredTo<C extends { readonly code: string }>(
  own: readonly C[],
  general: readonly C[],
): ReadonlyMap<string, C> {
  const offered = new Map(own.map((course) => [course.code, course]));
  for (const course of general) if (!offered.has(course.code)) offered.set(course.code, course);
  return offered;
}

/** `second semester of 200 level`. */
export const semesterCalled = (level: number, semester: number): string =>
  `${semesterWords(semester)} of ${level} level`;
