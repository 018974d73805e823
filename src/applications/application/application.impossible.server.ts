import { type RawBuilder, sql } from "kysely";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { isAudited } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { REFEREES_NEEDED } from "#profile/referee/referee.rules.ts";
import { countReferees } from "#profile/referee/referee.server.ts";

const subject = sql<string>`'application:' || a._id`;

export const impossibleApplications: readonly Impossible[] = [
  {
    name: "payment-used-twice",
    sentence: "A verified payment is used by one application at most",
    rows: sql`select 'payment:' || payment as subject from portal.application group by payment having count(*) > 1`,
  },
  {
    name: "payment-of-another",
    sentence: "Payer, programme and session of a payment are those of its application",
    rows: sql`select ${subject} as subject from portal.application a left join ${everyPayment()} p on p._id = a.payment
      where (p.applicant, p.programme, p.session, p.application, p.purpose)
        is distinct from (a.applicant, a.paidprogramme, a.session, a._id, 'application')`,
  },
  {
    name: "moved-without-a-move",
    sentence: "An application stands in the programme that was paid for, or where its last move led",
    rows: sql`select ${subject} as subject from portal.application a where a.programme <> coalesce(
        (select m.programme from portal.application_move m where m.application = a._id order by m."movedAt" desc limit 1),
        a.paidprogramme)`,
  },
  {
    name: "unpaid-application",
    sentence: "An application was submitted with a payment that is verified",
    rows: sql`select ${subject} as subject from portal.application a join ${everyPayment()} p on p._id = a.payment
      where p.state not in ('PAID', 'REVERSED')`,
  },
  {
    name: "two-live-applications",
    sentence: "An applicant has one application to a programme in a session",
    rows: sql`select 'applicant:' || applicant as subject from portal.application
      group by applicant, programme, session having count(*) > 1`,
  },
  {
    name: "application-without-referees",
    sentence: "Who has applied keeps two parents or guardians",
    rows: sql`select distinct 'applicant:' || a.applicant as subject from portal.application a
      where ${countReferees(sql.ref("a.applicant"))} < ${REFEREES_NEEDED}`,
  },
  {
    name: "application-without-audit",
    sentence: "Every application has its line in the audit",
    rows: sql`select ${subject} as subject from portal.application a where not ${isAudited(subject)}`,
  },
];

/** Every application, for the checks of other nouns. */
export const everyApplication = (): RawBuilder<unknown> =>
  sql`(select _id, code, applicant, programme, session, status, snapshot ->> 'jamb' as jamb from portal.application)`;

/** The same with what was submitted. */
export const everyCopy = (): RawBuilder<unknown> =>
  sql`(select _id, applicant, session, type, snapshot from portal.application)`;
