import type { Hole } from "../session-opening/session-opening.contract.ts";
import type { SessionPart } from "../session-opening/session-opening.part.server.ts";
import { datesOf } from "./session.server.ts";

/** A session's own dates are nobody else's: they are lacking or not. */
export const sessionPart: SessionPart = {
  name: "dates of applications",
  holes: async (db, session): Promise<Hole[]> => {
    const { name, opens, closes } = await datesOf(db, session);
    if (opens && closes) return [];
    const sentence = `Nobody has said when applications for ${name} open and close`;
    return [{ programme: null, about: "Dates", sentence, link: `/staff/sessions/${session}/edit` }];
  },
};
