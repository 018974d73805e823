/** So many courses of happenings, drawn by lot, are tried; `npm run prove -- courses` tries a hundred. */
export const COURSES = Number(process.env.COURSES ?? 12);

/** How long so many may take, in milliseconds. */
export const COURSES_TIMEOUT = 60_000 + COURSES * 15_000;
