import type { Rules } from "#console/record/record.rules.server.ts";
import { sessions } from "./session.record.contract.ts";

const DATES = "This session admits, so it needs the times when applications open and close. Stop the admission first";

export const sessionRules: Rules<typeof sessions> = {
  of: sessions,
  table: "session",
  within: "college-wide",
  constraints: {
    session_code: ["code", "Another session has this code already"],
    session_name: ["name", "Another session has this name already"],
    session_closes_after_opening: ["closes", "Applications must close after they open"],
    session_admission_has_dates: ["opens", DATES],
  },
};
