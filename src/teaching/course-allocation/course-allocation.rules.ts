/** The screen of a department's classes and lecturers. */
export const boardLink = "/staff/course-allocations";

/** Where a lecturer opens the own letter of allocation. */
export const ownLetterLink = (id: string): string => `/staff/my-courses/letter/${id}`;

/** "1 unit", "2.5 units". */
export const asUnits = (units: number): string => `${units} ${units === 1 ? "unit" : "units"}`;
