import { type RawBuilder, sql } from "kysely";
import { everyApplication } from "#applications/application/application.impossible.server.ts";
import { everySeats } from "#calendar/intake/intake.impossible.server.ts";
import { isAudited } from "#platform/audit.impossible.server.ts";
import type { Impossible } from "#platform/impossible.server.ts";

const subject = sql<string>`'application:' || o.application`;

export const impossibleOffers: readonly Impossible[] = [
  {
    name: "status-without-offer",
    sentence: "The status that an applicant reads is that of the released offer",
    rows: sql`select 'application:' || a._id as subject from ${everyApplication()} a
      left join portal.offer o on o.application = a._id where a.status <> coalesce(o.kind, 0)`,
  },
  {
    name: "offer-without-audit",
    sentence: "Whoever released an offer stands in the audit",
    rows: sql`select ${subject} as subject from portal.offer o where not ${isAudited(subject, "offer.release")}`,
  },
  {
    name: "offer-of-another",
    sentence: "An offer is made to who applied, for what was applied to",
    rows: sql`select ${subject} as subject from portal.offer o left join ${everyApplication()} a on a._id = o.application
      where (a.applicant, a.programme, a.session) is distinct from (o.applicant, o.programme, o.session)`,
  },
  {
    name: "offers-beyond-seats",
    sentence: "A programme has no more offers than seats, and they are counted right",
    // Beyond the seats lie those alone that were accepted in time after their seat had been given on. Contract 3.12.
    rows: sql`select 'intake:' || i.session || ':' || i.programme as subject from ${everySeats()} i
      left join portal.offer o on (o.session, o.programme) = (i.session, i.programme) and o."freedAt" is null
      group by i.session, i.programme, i.seats, i.taken, i.beyond
      having count(o.application) <> i.taken or count(o.application) - i.beyond > i.seats`,
  },
];

/** Every offer, for the checks of other nouns. */
export const everyOffer = (): RawBuilder<unknown> =>
  sql`(select application, applicant, session, "lapsedAt" from portal.offer)`;
