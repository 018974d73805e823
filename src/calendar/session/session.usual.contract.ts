import { foundUsually, refersTo } from "#console/record/record.fields.contract.ts";

/** The session of what belongs to admission. Contract 5. */
export const usuallyAdmitting = foundUsually(refersTo("Session", "session"), "Left empty: the session that admits");

/** Lists of what belongs to teaching begin narrowed to the session that runs, where others begin with the one that admits. */
export const beginsRunning = { session: "running" } as const;

/** The session of what belongs to teaching. Contract 5. */
export const usuallyRunning = foundUsually(refersTo("Session", "session"), "Left empty: the session that runs");
