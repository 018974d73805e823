import { sql } from "kysely";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";
import { otherServices, scheduleLines, tuitionLines, tuitionService } from "./fees.ts";

/**
 * What students pay in a session: every class of the programmes that admit, its lines, and what is paid on demand. Its
 * schedule of fees is left to the bursary, so that the check-list of a session has a hole to show.
 */
export async function addStudentsFees(trx: Trx, session: string): Promise<void> {
  const programmes = await trx
    .selectFrom("programme")
    .select(["_id as programme", "durationyears"])
    .where("admits", "=", true)
    .execute();
  const classes = programmes.flatMap(({ programme, durationyears }) =>
    kinds(durationyears ?? 4).map((kind) => ({ ...kind, programme })),
  );
  // Thousands of rows travel as one parameter: a start that waits for this one is not kept long.
  await sql`insert into portal.tuition_fee_item
      (_id, session, programme, level, semester, indigene, isnewstudent, "serviceID")
    select c._id, ${session}, c.programme, c.level, c.semester, c.indigene, c.isnewstudent, ${tuitionService}
    from jsonb_to_recordset(${JSON.stringify(classes.map((one) => ({ ...one, _id: newId() })))}::jsonb)
      as c(_id uuid, programme uuid, level smallint, semester smallint, indigene boolean, isnewstudent boolean)`.execute(
    trx,
  );
  const lines = programmes.flatMap(({ programme }) =>
    tuitionLines.flatMap(({ label, indigene_kobo, others_kobo }) => [
      { programme, label, indigene: true, amount_kobo: indigene_kobo },
      { programme, label, indigene: false, amount_kobo: others_kobo },
    ]),
  );
  await sql`insert into portal.programme_tuition_fee_item (_id, session, programme, label, indigene, amount_kobo)
    select l._id, ${session}, l.programme, l.label, l.indigene, l.amount_kobo
    from jsonb_to_recordset(${JSON.stringify(lines.map((line) => ({ ...line, _id: newId() })))}::jsonb)
      as l(_id uuid, programme uuid, label text, indigene boolean, amount_kobo bigint)`.execute(trx);
  await trx
    .insertInto("other_service")
    .values(otherServices.map((service) => ({ ...service, _id: newId() })))
    .execute();
}

/** The schedule of fees of a session. */
export async function addSchedule(trx: Trx, session: string): Promise<void> {
  await trx
    .insertInto("schedule_of_fee_item")
    .values(scheduleLines.map((line, at) => ({ ...line, _id: newId(), session, place: at + 1 })))
    .execute();
}

/** Each level and semester, for indigenes and others, new and returning. */
const kinds = (years: number) =>
  Array.from({ length: years }, (_, year) => (year + 1) * 100).flatMap((level) =>
    [1, 2].flatMap((semester) =>
      [true, false].flatMap((indigene) =>
        [true, false].map((isnewstudent) => ({ level, semester, indigene, isnewstudent })),
      ),
    ),
  );
