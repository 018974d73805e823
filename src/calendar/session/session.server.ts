export { sessionOpeningCalls } from "./opening/opening.server.ts";
export { sessionDeedCalls, sessionRules } from "./session.deed.server.ts";
export { addSessionPart, copiedRows, type SessionPart, sessionParts } from "./session.part.server.ts";
export {
  admittingSession,
  admittingSessionId,
  askedSession,
  closesOf,
  closingOf,
  currentAdmission,
  datesOf,
  isAdmitting,
  sessionPreset,
  sessionsById,
  sessionsInOrder,
  usualAdmittingSession,
  usualRunningSession,
} from "./session.read.server.ts";
