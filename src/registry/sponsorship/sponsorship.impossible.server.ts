import { sql } from "kysely";
import { liveStates } from "#payments/payment-reference/payment-reference.rules.ts";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { everySponsored } from "../bill/bill.server.ts";
import { studentsOfAccount } from "../student/student.server.ts";

export const impossibleSponsorships: readonly Impossible[] = [
  {
    name: "sponsored-by-one",
    sentence: "What a sponsor pays for whom was proposed by one and approved by another",
    rows: sql`select 'sponsorship:' || _id as subject from portal.sponsorship
      where state in ('Approved', 'Paid', 'Taken back') and decidedby is not distinct from proposedby`,
  },
  {
    name: "sponsorship-not-its-shares",
    sentence: "A sponsorship is the sum of its shares, and its payment is over that sum",
    rows: sql`select 'sponsorship:' || s._id as subject from portal.sponsorship s
      left join (select sponsorship, count(*) as people, sum(amount_kobo) as kobo, sum(counted_kobo) as counted
        from portal.sponsorship_share group by sponsorship) h on h.sponsorship = s._id
      where (s.count, s.total_kobo) is distinct from (h.people, h.kobo) or s.counted_kobo is distinct from h.counted
      union all
      select 'payment:' || p._id from ${everyPayment()} p join portal.sponsorship s on s._id = p.sponsorship
      where p.amount_kobo <> s.total_kobo or s.spreads is not null`,
  },
  {
    name: "sponsorship-beside-its-payment",
    sentence: "A sponsorship is paid while its payment is, and by one; nobody is asked to pay what is called off",
    rows: sql`select 'sponsorship:' || s._id as subject from portal.sponsorship s
      left join (select sponsorship, count(*) as times from (
          select paid.sponsorship from ${everyPayment()} paid where paid.purpose = 'sponsorship' and paid.state = 'PAID'
            and paid.surplus is null) one group by sponsorship) p on p.sponsorship = s._id
      where s.spreads is null and (s.state = 'Paid') <> (coalesce(p.times, 0) = 1) or p.times > 1
      union all
      select 'sponsorship:' || s._id from portal.sponsorship s join ${everyPayment()} p on p._id = s.spreads
      where s.state = 'Paid' and p.state <> 'PAID'
      union all
      select 'sponsorship:' || s._id from portal.sponsorship s join ${everyPayment()} p on p.sponsorship = s._id
      where s.state = 'Called off' and (p.state = any(${[...liveStates]}) or p.state = 'PAID' and p.surplus is null)`,
  },
  {
    name: "share-counted-otherwise",
    sentence: "Of a sponsorship that is paid each share counts on its bill with what it says, once",
    rows: sql`select 'sponsorship:' || h.sponsorship as subject from portal.sponsorship_share h
      join portal.sponsorship s on s._id = h.sponsorship
      left join ${everySponsored()} c on c.sponsorshare = h._id
      where (c.bill is not null and c.bill <> h.bill)
        or coalesce(c.amount_kobo, 0) <> case when s.state = 'Paid' then coalesce(h.counted_kobo, -1) else 0 end`,
  },
];

export const ownSponsorships: OwnRows = {
  name: "sponsorships",
  tables: ["sponsorship_share"],
  rows: (owner) => sql`select to_jsonb(h) || jsonb_build_object('sponsor', s.name, 'label', s.label, 'state', s.state,
      'createdAt', s."createdAt", 'paidAt', s."paidAt") as row
    from portal.sponsorship_share h join portal.sponsorship s on s._id = h.sponsorship
    where h.student in (${studentsOfAccount(owner)}) and s.state in ('Approved', 'Paid', 'Taken back') order by s."createdAt"`,
};
