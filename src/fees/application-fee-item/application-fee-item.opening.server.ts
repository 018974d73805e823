import { copiedRows, type SessionPart } from "#calendar/session/session.part.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { applicationFees } from "./application-fee-item.server.ts";

/** A new session begins with the fees of the last one; a programme that admits needs one. */
export const openingPart: SessionPart = {
  name: "application fee items",
  copy: (work, from, to) =>
    copiedRows(
      work,
      {
        noun: "application_fee_item",
        table: "application_fee_item",
        columns: ["programme", "name", "status", "serviceTypeID", "amount_kobo"],
        group: ["programme"],
      },
      from,
      to,
    ),
  holes: async (db, session, programmes) => {
    const fees = await applicationFees(db, session);
    return programmes
      .filter(({ _id }) => !fees.has(_id))
      .map((programme) => ({
        programme: { _id: programme._id, label: programmeTitle(programme) },
        about: "Application fee",
        sentence: `${programmeTitle(programme)} has no application fee, so nobody can pay for it`,
        link: `/staff/application-fees?programme=${programme._id}&session=${session}`,
      }));
  },
};
