import { type RawBuilder, sql } from "kysely";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import type { FrozenInstalment } from "../../instalment/instalment.rules.ts";
import { everyStudent } from "../../student/student.server.ts";
import { instalmentMail } from "../bill.mail.server.ts";
import { partsOf } from "../bill.rules.ts";

/** Days before an instalment's day at which its student is reminded of it. */
const REMINDED_BEFORE = 7;

/** Letters in one transaction. */
const AT_ONCE = 500;

/**
 * The bills of which something is due within a week, whose students have not been reminded of that day; nor read of the bill in
 * the last days. A morning that was missed is made up for the next one.
 */
const dueSoon = (): RawBuilder<unknown> => sql`
  from portal.bill b join ${everyStudent()} s on s._id = b.student and s.status = 'Active'
  where b.owedsince between (now() at time zone 'Africa/Lagos')::date and (now() at time zone 'Africa/Lagos')::date + ${REMINDED_BEFORE}::int
    and b."takenbackAt" is null and b."toldAt" < now() - interval '3 days'
    and not exists (select from portal.bill_reminder sent where sent.bill = b._id and sent.due = b.owedsince)`;

interface DueBill {
  readonly _id: string;
  readonly session: string;
  readonly semester: number;
  readonly instalments: FrozenInstalment[];
  readonly billed_kobo: number;
  readonly late_kobo: number;
  readonly moved_kobo: number;
  readonly paid_kobo: number;
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Each morning: reminds whoever has an instalment to pay within a week. Once for each day. */
export const remindOfInstalments: Round = {
  name: "remind-of-instalments",
  cron: "47 6 * * *",
  async run({ portal: { db, config } }) {
    for (let more = await isAny(db); more; )
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const bills = await markReminded(trx);
        const sessions = await sessionsById(trx, [...new Set(bills.map(({ session }) => session))]);
        const letters = bills.flatMap((bill) => {
          const next = partsOf(bill.instalments, bill).find(({ left_kobo }) => left_kobo > 0);
          const session = sessions.get(bill.session)?.name ?? "";
          return next ? [{ _id: newId(), ...instalmentMail(config, bill, { ...bill, session, next }) }] : [];
        });
        await writeMails(trx, letters);
        note({ deed: "bill.remind", subject: "bills", after: { bills: bills.length } });
        return bills.length === AT_ONCE;
      });
  },
};

async function isAny(db: Database): Promise<boolean> {
  const { rows } = await sql`select b._id ${dueSoon()} limit 1`.execute(db);
  return rows.length > 0;
}

/** Written down before they are sent, so that of two rounds at once one sends a letter. */
async function markReminded(trx: Trx): Promise<DueBill[]> {
  const { rows } = await sql<DueBill>`
    with marked as (
      insert into portal.bill_reminder (bill, due) select b._id, b.owedsince ${dueSoon()} order by b._id limit ${AT_ONCE}
      on conflict do nothing returning bill)
    select b._id, b.session, b.semester, b.instalments, b.billed_kobo, b.late_kobo, b.moved_kobo, b.paid_kobo,
      s.firstname, s.emailaddress
    from marked join portal.bill b on b._id = marked.bill join ${everyStudent()} s on s._id = b.student`.execute(trx);
  return rows;
}
