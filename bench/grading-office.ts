/** What the office does at the college of grading: a broadsheet before the board, and transcripts that are paid for. */
import type { FastifyInstance } from "fastify";
import { progressionJob } from "../src/grading/progression/progression.job.server.ts";
import { filling } from "./grading-college.ts";

/** The broadsheet of the class whose last semester is before the board. */
export async function broadsheetPath({ portal: { pool } }: FastifyInstance): Promise<string> {
  const { rows } = await pool.query<{ programme: string; session: string }>(
    `select s.programme, b._id as session from portal.student s, portal.session b where s.matric like 'BRD/%' and b.code = 'B3' limit 1`,
  );
  const { programme = "", session = "" } = rows[0] ?? {};
  return `/staff/ms_pre_result?${new URLSearchParams({ programme, session, level: "300", semester: "2" })}`;
}

/** The step of the class of 300 from its second year into its third. */
export async function stepOfClass({ portal: { pool } }: FastifyInstance): Promise<object> {
  await pool.query("update portal.student set level = 200 where matric like 'BRD/%'");
  const { rows } = await pool.query(
    `select b2._id as fromsession, 2 as fromsemester, 200 as fromlevel, b3._id as tosession, 1 as tosemester, 300 as tolevel, s.programme
      from portal.session b2, portal.session b3, portal.student s where b2.code = 'B2' and b3.code = 'B3' and s.matric like 'BRD/%' limit 1`,
  );
  return rows[0];
}

/** Moves the class whose step is approved, as the portal's job does. Answers how many were moved. */
export async function moveOrdered(app: FastifyInstance): Promise<number> {
  const { pool } = app.portal;
  const { rows } = await pool.query<{ _id: string }>("select _id from portal.progression where state = 'Running'");
  for (const { _id } of rows) await progressionJob.run(app, { progression: _id });
  const done = await pool.query<{ n: number }>(
    "select count(*)::int as n from portal.progression_line where state = 'Done'",
  );
  return done.rows[0]?.n ?? 0;
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
