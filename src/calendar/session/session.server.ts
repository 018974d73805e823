import type { Noun } from "#console/noun/noun.server.ts";
import { sessionOpeningCalls } from "./opening/opening.server.ts";
import { sessionDeedCalls, sessionRules } from "./session.deed.server.ts";

export { sessionRules } from "./session.deed.server.ts";
export { addSessionPart, copiedRows, type SessionPart, sessionParts } from "./session.part.server.ts";
export {
  admissionInJson,
  admittingSession,
  admittingSessionId,
  askedSession,
  awaitedMayCome,
  awaitedUntil,
  changesOpen,
  closesOf,
  closingOf,
  currentAdmission,
  datesOf,
  daysOfResults,
  everySession,
  isAdmitting,
  isEarlierTerm,
  isLaterSession,
  matriculationDays,
  opensOf,
  requireOpenSession,
  runningSemester,
  runningSessionId,
  runningTerm,
  sessionName,
  sessionPresets,
  sessionsById,
  sessionsInOrder,
  sessionsSince,
  type TermNamed,
  usualAdmittingSession,
  usualRunningSession,
} from "./session.read.server.ts";

export const academicSessionNoun: Noun = {
  name: "session",
  calls: (app) => {
    sessionDeedCalls(app);
    sessionOpeningCalls(app);
  },
  records: [sessionRules],
};
