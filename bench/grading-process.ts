/** A college whose students have sixty results each, in a process of its own. Does what it is told and answers what came of it. */
import pg from "pg";
import { recordsOf } from "../src/grading/academic-record/academic-record.server.ts";
import { officer, openBenchPortal, upkeep } from "./bench-portal.ts";

const { app, pool, url } = await openBenchPortal(3997);
const { db } = app.portal;
const { cookie } = await officer(app);

/** Courses of a semester; six semesters of them are sixty. */
const COURSES = 10;
const PROGRAMMES = 20;

/** So many programmes, three sessions of which the last runs, and ten courses of two units for each of six semesters. */
async function planCollege(client: pg.Client): Promise<void> {
  await client.query("update portal.session set status = false, admission = false");
  await client.query(`insert into portal.session (_id, code, name, status, admission, semester)
    select gen_random_uuid(), 'B' || n, (2090 + n) || '/' || (2091 + n), n = 3, false, 2 from generate_series(1, 3) n`);
  await client.query(`create temporary table term as
    select s._id as session, n as year, 100 * n as level, half as semester from generate_series(1, 3) n
    join portal.session s on s.code = 'B' || n, generate_series(1, 2) half`);
  await client.query(`create temporary table studied as
    select _id as programme, department, row_number() over (order by code) - 1 as nth from portal.programme order by code limit ${PROGRAMMES}`);
  await client.query(`insert into portal.course_class (_id, session, code, department)
    select gen_random_uuid(), t.session, 'RES ' || lpad(p.nth::text, 2, '0') || t.year || t.semester || lpad(n::text, 2, '0'), p.department
    from term t, studied p, generate_series(1, ${COURSES}) n`);
  await client.query(`insert into portal.course (_id, programme, session, code, name, moduletype, credit, level, semester, class)
    select gen_random_uuid(), p.programme, t.session, k.code, 'Course ' || k.code, 'Core', 2, t.level, t.semester, k._id
    from term t cross join studied p join portal.course_class k on k.session = t.session
      and k.code like 'RES ' || lpad(p.nth::text, 2, '0') || t.year || t.semester || '%'`);
  await client.query(`insert into portal.course_version (course, version, code, name, credit, moduletype, "createdAt")
    select _id, version, code, name, credit, moduletype, now() - interval '4 years' from portal.course where code like 'RES %'`);
}

/** The five points of NCE, for everybody who has no other profile. */
async function planProfile(client: pg.Client): Promise<void> {
  await client.query(`insert into portal.result_profile (_id, name, description)
    values ('01900000-0000-7000-8000-00000000be4c', 'Bench', 'Five points') on conflict do nothing`);
  await client.query(`insert into portal.score_band (_id, profile, "from", "to", point, grade)
    select gen_random_uuid(), '01900000-0000-7000-8000-00000000be4c', b.* from (values (70, 100, 5, 'A'), (60, 69, 4, 'B'), (50, 59, 3, 'C'),
      (45, 49, 2, 'D'), (40, 44, 1, 'E'), (0, 39, 0, 'F')) b`);
  await client.query(`insert into portal.class_of_pass (profile, "from", name)
    select '01900000-0000-7000-8000-00000000be4c', c.* from (values (4.5, 'Distinction'), (3.5, 'Credit'), (2.4, 'Merit'), (1.5, 'Pass'),
      (1, 'Low Pass')) c`);
  await client.query(`insert into portal.result_profile_use (_id, session, profile)
    select gen_random_uuid(), session, '01900000-0000-7000-8000-00000000be4c' from term where year = 1 limit 1`);
}

/** So many who entered in the first of the sessions, took everything since, and have a result of each course. */
async function fillResults(students: number): Promise<void> {
  // A connection of its own: the portal's ends a statement that takes long.
  const client = new pg.Client({ ...pool.options, application_name: "bench" });
  await client.connect();
  await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
  await planCollege(client);
  await planProfile(client);
  await client.query(
    `insert into portal.student (_id, matric, jamb, firstname, lastname, emailaddress, phonenumber, gender, stateoforigin, programme,
        session, type, entrylevel, level, semester)
      select gen_random_uuid(), 'RES/' || n, '2021' || lpad(n::text, 8, '0') || 'BB', 'Bench' || n % 977, 'Student' || n % 499,
        'result.' || n || '@example.com', '23481' || lpad(n::text, 8, '0'), (array['Female', 'Male'])[1 + n % 2], 'Kogi', p.programme,
        (select session from term where year = 1 limit 1), 'JAMB UTME', 100, 300, 2
      from generate_series(1, $1::int) n join studied p on p.nth = n % ${PROGRAMMES}`,
    [students],
  );
  await client.query(`insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval,
      "arrivedAt")
    select gen_random_uuid(), s._id, t.session, t.semester, s.programme, t.level, 'Registered', ${2 * COURSES}, false, now() - interval '1 year'
    from portal.student s, term t where s.matric like 'RES/%'`);
  await client.query("analyze portal.student, portal.course, portal.course_registration, portal.course_version");
  await client.query(`insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit,
      moduletype, kind, "approvedAt")
    select gen_random_uuid(), r._id, c._id, c.class, c.version, c.code, c.name, c.credit, c.moduletype, 'Programme', now() - interval '1 year'
    from portal.course_registration r join portal.student s on s._id = r.student and s.matric like 'RES/%'
    join portal.course c on (c.session, c.programme, c.level, c.semester) = (r.session, r.programme, r.level, r.semester)
      and c.code like 'RES %'`);
  await client.query(`insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units,
      moduletype, ca, examination, total, passline, publication, "visibleAt")
    select gen_random_uuid(), r.student, r.session, r.semester, r.programme, r.level, l.class, l.code, l.name, l.credit, l.moduletype,
      m.ca, m.examination, m.ca + m.examination, 40, gen_random_uuid(), now() - interval '1 day'
    from portal.course_registration r join portal.course_registration_line l on l.registration = r._id and l.code like 'RES %',
      lateral (select (10 + random() * 30)::int as ca, (10 + random() * 50)::int as examination where l._id is not null) m`);
  await client.query("commit");
  await client.end();
  await upkeep(pool);
}

/** At once; more would hold the memory of as many. */
const SLICE = 1_000;

/** While the database answers for one slice, the process works at another. */
const SLICES_AT_ONCE = 2;

/** Seconds in which every record is made anew. */
async function recomputed(): Promise<number> {
  const { rows } = await pool.query<{ _id: string }>(
    "select _id from portal.student where matric like 'RES/%' order by _id",
  );
  const begun = performance.now();
  let next = 0;
  const work = async () => {
    for (let at = next; at < rows.length; at = next) {
      next += SLICE;
      const slice = rows.slice(at, at + SLICE).map(({ _id }) => _id);
      for (const { cgpa } of (await recordsOf(db, slice)).values())
        if (cgpa.units !== 6 * 2 * COURSES) throw new Error("a result is missing");
    }
  };
  await Promise.all(Array.from({ length: SLICES_AT_ONCE }, work));
  return (performance.now() - begun) / 1_000;
}

process.on("message", async (wish: { readonly fill: number } | "recompute") => {
  if (wish === "recompute") return process.send?.(await recomputed());
  await fillResults(wish.fill);
  const { rows } = await pool.query<{ _id: string }>(
    "select _id from portal.student where matric like 'RES/%' order by _id limit 50",
  );
  process.send?.({ url, cookie, records: rows.map(({ _id }) => `/staff/ms_academic_record/${_id}`) });
});
