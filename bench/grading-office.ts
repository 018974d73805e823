/** What the office does at the college of grading: a broadsheet before the board, and transcripts that are paid for. */
import type { FastifyInstance } from "fastify";
import { filling } from "./grading-college.ts";

/** The broadsheet of the class whose last semester is before the board. */
export async function broadsheetPath({ portal: { pool } }: FastifyInstance): Promise<string> {
  const { rows } = await pool.query<{ programme: string; session: string }>(
    `select s.programme, b._id as session from portal.student s, portal.session b where s.matric like 'BRD/%' and b.code = 'B3' limit 1`,
  );
  const { programme = "", session = "" } = rows[0] ?? {};
  return `/staff/ms_pre_result?${new URLSearchParams({ programme, session, level: "300", semester: "2" })}`;
}

/** So many orders of a transcript that are paid, by students who owe nothing. Their `_id`s. */
export async function fillOrders({ portal: { pool } }: FastifyInstance, count: number): Promise<string[]> {
  let orders: string[] = [];
  await filling(pool, async (client) => {
    await client.query(`insert into portal.other_service (_id, label, description, serviceid, amount_kobo, kind)
      values (gen_random_uuid(), 'Bench transcript', 'Results for a school', '4430731', 500000, 'Transcript')`);
    const { rows } = await client.query<{ _id: string }>(
      `insert into portal.service_order (_id, student, applicant, service, label, amount_kobo, serviceid, days, programme, session, note,
          state, payment, name, matric, dueon, kind)
        select gen_random_uuid(), s._id, coalesce(s.applicant, gen_random_uuid()), o._id, o.label, o.amount_kobo, o.serviceid, 7,
          s.programme, s.session, 'University of Ilorin', 'Paid', gen_random_uuid(), s.name, s.matric, current_date + 7, 'Transcript'
        from portal.student s, portal.other_service o where o.label = 'Bench transcript' and s.matric like 'RES/%'
        order by s._id desc limit $1 returning _id`,
      [count],
    );
    orders = rows.map(({ _id }) => _id);
  });
  return orders;
}
