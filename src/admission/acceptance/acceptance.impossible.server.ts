import { sql } from "kysely";
import { everyPayment } from "#payments/payment-reference/payment-reference.impossible.server.ts";
import type { Impossible } from "#platform/impossible.server.ts";
import { everyReview } from "#selection/review/review.impossible.server.ts";
import { everyOffer } from "../offer/offer.impossible.server.ts";

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
