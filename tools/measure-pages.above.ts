/**
 * What stood above its ceiling when the check began to hold, and at what: in kB, or as a number of files. None of it may grow, and what has
 * come below its ceiling is taken off. Decision 0137.
 */
export const standsAbove: Readonly<Record<string, number>> = {};
