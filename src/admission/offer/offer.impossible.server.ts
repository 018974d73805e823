import { type RawBuilder, sql } from "kysely";
import { everyApplication } from "#applications/application/application.server.ts";
import { everyHeldSeat, everySeats } from "#calendar/intake/intake.server.ts";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { isAudited } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { everyReview } from "#selection/review/review.server.ts";

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
    sentence: "A programme gives no more seats than it has, and those that are held are counted right",
    // Beyond the seats lie those alone that were accepted in time after their seat had been given on. Contract 3.12.
    rows: sql`select 'intake:' || i.session || ':' || i.programme as subject from ${everySeats()} i
      left join ${everyHeldSeat()} h on (h.session, h.programme) = (i.session, i.programme)
      group by i.session, i.programme, i.seats, i.taken, i.beyond
      having count(h.programme) <> i.taken or count(h.programme) - i.beyond > i.seats`,
  },
];

/** Every offer, for the checks of other nouns. */
const everyOffer = (): RawBuilder<unknown> =>
  sql`(select application, applicant, session, "lapsedAt" from portal.offer)`;

/** Every accepted place, for the checks of other nouns. */
export const everyAcceptance = (): RawBuilder<unknown> =>
  sql`(select application, applicant, programme, session from portal.acceptance)`;

export const impossibleAcceptances: readonly Impossible[] = [
  {
    name: "acceptance-without-offer",
    sentence: "A place was offered before it was accepted",
    rows: sql`select 'application:' || c.application as subject from portal.acceptance c
      left join ${everyOffer()} o on o.application = c.application where o.applicant is distinct from c.applicant`,
  },
  {
    name: "acceptance-without-payment",
    // One that was taken back leaves the place, which the money desk and admissions then decide about.
    sentence: "A place is accepted by the payment that was made for it",
    rows: sql`select 'application:' || c.application as subject from portal.acceptance c
      left join ${everyPayment()} p on p._id = c.payment
      where (p.acceptanceof, p.state in ('PAID', 'REVERSED'), p.surplus is null) is distinct from (c.application, true, true)`,
  },
  {
    name: "acceptance-fee-without-place",
    sentence: "A paid acceptance fee that is no credit has its place",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join portal.acceptance c on c.payment = p._id
      where p.purpose = 'acceptance' and p.state = 'PAID' and p.surplus is null and c.payment is null`,
  },
  {
    name: "two-accepted-places",
    sentence: "An applicant has one accepted place in a session at most",
    rows: sql`select 'applicant:' || applicant as subject from portal.acceptance
      group by applicant, session having count(*) > 1`,
  },
  {
    name: "review-beside-its-offer",
    sentence: "The desk's state of an application follows its offer and its acceptance",
    rows: sql`select 'application:' || r._id as subject from ${everyReview()} r
      left join ${everyOffer()} o on o.application = r._id
      left join portal.acceptance c on c.application = r._id
      where case when c.application is not null then r.state <> 'Accepted'
        when o."lapsedAt" is not null then r.state <> 'Lapsed'
        when o.application is not null then r.state <> 'Offered'
        else r.state in ('Offered', 'Lapsed', 'Accepted') end`,
  },
];
