/** The screen of a department's classes and lecturers. */
export const boardLink = "/staff/course-allocations";

/** "1 unit", "2.5 units". */
export const asUnits = (units: number): string => `${units} ${units === 1 ? "unit" : "units"}`;
