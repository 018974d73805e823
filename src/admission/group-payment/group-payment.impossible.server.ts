import { sql } from "kysely";
import { everyCover } from "#bursary/fee-waiver/fee-waiver.server.ts";
import { liveStates } from "#payments/payment-reference/payment-reference.rules.ts";
import { everyBalance, everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

const subject = sql`'group_payment:' || g._id as subject`;

export const impossibleGroupPayments: readonly Impossible[] = [
  {
    name: "list-not-its-lines",
    sentence: "A list is the sum of its lines and of its fee items, and its payment is over that sum",
    rows: sql`select ${subject} from portal.group_payment g
      left join (select list, count(*) as people, sum(amount_kobo) as kobo from portal.group_payment_line
        where standing <> 'Exchanged' group by list) l on l.list = g._id
      where (g.count, g.total_kobo) is distinct from (l.people, l.kobo)
        or g.total_kobo <> (select sum((item ->> 'amount_kobo')::bigint) from jsonb_array_elements(g.items) item)
      union all
      select ${subject} from portal.group_payment g join ${everyPayment()} p on p.grouppayment = g._id
      where p.amount_kobo <> g.total_kobo or p.purpose <> 'group-' || g.purpose`,
  },
  {
    name: "list-beside-its-payment",
    sentence: "A list is paid while its payment is, and by one; nobody is asked to pay what is called off",
    rows: sql`select ${subject} from portal.group_payment g
      left join (select grouppayment, count(*) as times from ${everyPayment()} paid
        where paid.grouppayment is not null and paid.state = 'PAID' and paid.surplus is null group by grouppayment) p
        on p.grouppayment = g._id
      where (g.state = 'Paid') <> (coalesce(p.times, 0) = 1) or p.times > 1
      union all
      select ${subject} from portal.group_payment g join ${everyPayment()} p on p.grouppayment = g._id
      where g.state = 'Called off' and p.state = any(${[...liveStates]})`,
  },
  {
    name: "line-beside-its-cover",
    sentence:
      "A line of a list covers its applicant's own fee once the list is paid, and what covers a fee so has one line",
    rows: sql`select ${subject} from portal.group_payment_line l join portal.group_payment g on g._id = l.list
      left join ${everyCover()} c on c._id = l.cover
      where (l.standing = 'Covered') <> (c._id is not null and not c.ended)
        or l.standing = 'Covered' and (g.state not in ('Paid', 'Taken back') or g.state = 'Taken back' and c."usedAt" is null)
        or l.standing = 'Listed' and g.state <> 'Open'
        or c._id is not null and (c.applicant, c.purpose, c.session, c.programme)
          is distinct from (l.applicant, l.purpose, l.session, l.programme)
      union all
      select 'fee_waiver_line:' || c._id from ${everyCover()} c
      where not exists (select from portal.group_payment_line l where l.cover = c._id)`,
  },
  {
    name: "list-beside-the-books",
    sentence: "Of a list that is paid the books hold as income what covers fees, and the rest as the payer's",
    rows: sql`select ${subject} from portal.group_payment g
      join ${everyPayment()} p on p.grouppayment = g._id and p.state = 'PAID' and p.surplus is null
      left join ${everyBalance()} b on b.payment = p._id
      where -coalesce(b.income, 0) <> (select coalesce(sum(amount_kobo), 0) from portal.group_payment_line
        where list = g._id and standing = 'Covered')`,
  },
];

export const ownGroupLines: OwnRows = {
  name: "fees paid in a list",
  tables: ["group_payment_line"],
  rows: (owner) => sql`select to_jsonb(l) || jsonb_build_object('payer', g.payername, 'state', g.state) as row
    from portal.group_payment_line l join portal.group_payment g on g._id = l.list
    where l.applicant = ${owner} order by l."createdAt"`,
  stays: {
    what: ({ length }) => [
      length === 1 ? "A list on which somebody paid your fee" : `${length} lists on which somebody paid your fee`,
    ],
    why: "The law asks the college to keep its books, and who has paid for whom stands in them",
  },
};
