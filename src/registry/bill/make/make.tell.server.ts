import { sql } from "kysely";
import { sessionsById } from "#calendar/session/session.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import type { FrozenInstalment } from "../../instalment/instalment.rules.ts";
import { everyStudent } from "../../student/student.server.ts";
import { billMail } from "../bill.mail.server.ts";
import { partsOf } from "../bill.rules.ts";

/** Letters in one transaction. */
const AT_ONCE = 500;

/** Every five minutes: writes to everybody who has a new bill, however it was made. Once each. */
export const tellOfBills: Round = {
  name: "tell-of-bills",
  cron: "*/5 * * * *",
  async run({ portal: { db, config } }) {
    for (let more = true; more; ) {
      const { rows } = await sql`select from portal.bill where "toldAt" is null limit 1`.execute(db);
      if (rows.length === 0) return;
      more = await perform(db, portalItself, async ({ trx, note }) => {
        const told = await markTold(trx);
        const sessions = await sessionsById(trx, [...new Set(told.map(({ session }) => session))]);
        const letters = told.flatMap((bill) => {
          const [first] = partsOf(bill.instalments, bill);
          if (!first || first.left_kobo === 0) return [];
          const session = sessions.get(bill.session)?.name ?? "";
          return [{ _id: newId(), ...billMail(config, bill, { ...bill, session, first }) }];
        });
        await writeMails(trx, letters);
        note({ deed: "bill.tell", subject: "bills", after: { bills: told.length } });
        return told.length === AT_ONCE;
      });
    }
  },
};

interface ToldBill {
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

async function markTold(trx: Trx): Promise<ToldBill[]> {
  const { rows } = await sql<ToldBill>`
    with told as (
      update portal.bill set "toldAt" = now()
      where _id in (select due._id from portal.bill due where due."toldAt" is null order by due._id limit ${AT_ONCE} for update skip locked)
      returning student, session, semester, instalments, billed_kobo, late_kobo, moved_kobo, paid_kobo)
    select told.session, told.semester, told.instalments, told.billed_kobo, told.late_kobo, told.moved_kobo,
      told.paid_kobo, s.firstname, s.emailaddress
    from told join ${everyStudent()} s on s._id = told.student`.execute(trx);
  return rows;
}
