import pg from "pg";
import { upkeep } from "./bench-portal.ts";

/** Fills tables past their guards, on a connection of its own: the portal's ends a statement that takes long. */
export async function filling(pool: pg.Pool, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...pool.options, application_name: "bench" });
  await client.connect();
  await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
  await work(client);
  await client.query("commit");
  await client.end();
  await upkeep(pool);
}

/** Courses of a semester; six semesters of them are sixty. */
export const COURSES = 10;
const PROGRAMMES = 20;
/** Of one more programme, whose last semester is before the board. */
const CLASS = 300;
/** How the codes of that semester begin. */
const BEFORE_BOARD = `RES ${PROGRAMMES}32`;

/** So many programmes, three sessions of which the last runs, and ten courses of two units for each of six semesters. */
async function planCollege(client: pg.Client): Promise<void> {
  await client.query("update portal.session set status = false, admission = false");
  await client.query(`insert into portal.session (_id, code, name, status, admission, semester)
    select gen_random_uuid(), 'B' || n, (2090 + n) || '/' || (2091 + n), n = 3, false, 2 from generate_series(1, 3) n`);
  await client.query(`create temporary table term as
    select s._id as session, n as year, 100 * n as level, half as semester from generate_series(1, 3) n
    join portal.session s on s.code = 'B' || n, generate_series(1, 2) half`);
  await client.query(`create temporary table studied as
    select _id as programme, department, row_number() over (order by code) - 1 as nth from portal.programme order by code limit ${PROGRAMMES + 1}`);
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
  // As the first publication leaves it.
  await client.query(`update portal.result_profile set "usedAt" = now() - interval '2 years'
    where _id = '01900000-0000-7000-8000-00000000be4c'`);
}

/** So many who entered in the first of the sessions, took everything since, and have a result of each course. */
export const fillResults = (pool: pg.Pool, students: number): Promise<void> =>
  filling(pool, (client) => fillStudents(client, students));

async function fillStudents(client: pg.Client, students: number): Promise<void> {
  await planCollege(client);
  await planProfile(client);
  await client.query(
    `insert into portal.student (_id, matric, jamb, firstname, lastname, emailaddress, phonenumber, gender, stateoforigin, programme,
        session, type, entrylevel, level, semester)
      select gen_random_uuid(), case when p.nth < ${PROGRAMMES} then 'RES/' else 'BRD/' end || n, '2021' || lpad(n::text, 8, '0') || 'BB',
        'Bench' || n % 977, 'Student' || n % 499, 'result.' || n || '@example.com', '23481' || lpad(n::text, 8, '0'),
        (array['Female', 'Male'])[1 + n % 2], 'Kogi', p.programme, (select session from term where year = 1 limit 1), 'JAMB UTME', 100, 300, 2
      from generate_series(1, $1::int + ${CLASS}) n
      join studied p on p.nth = case when n > $1::int then ${PROGRAMMES} else n % ${PROGRAMMES} end`,
    [students],
  );
  await client.query(`insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval,
      "arrivedAt")
    select gen_random_uuid(), s._id, t.session, t.semester, s.programme, t.level, 'Registered', ${2 * COURSES}, false, now() - interval '1 year'
    from portal.student s, term t where s.matric ~ '^(RES|BRD)/'`);
  await client.query("analyze portal.student, portal.course, portal.course_registration, portal.course_version");
  await client.query(`insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit,
      moduletype, kind, "approvedAt")
    select gen_random_uuid(), r._id, c._id, c.class, c.version, c.code, c.name, c.credit, c.moduletype, 'Programme', now() - interval '1 year'
    from portal.course_registration r join portal.student s on s._id = r.student and s.matric ~ '^(RES|BRD)/'
    join portal.course c on (c.session, c.programme, c.level, c.semester) = (r.session, r.programme, r.level, r.semester)
      and c.code like 'RES %'`);
  await client.query(`insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units,
      moduletype, ca, examination, total, passline, publication, "visibleAt")
    select gen_random_uuid(), r.student, r.session, r.semester, r.programme, r.level, l.class, l.code, l.name, l.credit, l.moduletype,
      m.ca, m.examination, m.ca + m.examination, 40, gen_random_uuid(), now() - interval '1 day'
    from portal.course_registration r join portal.course_registration_line l
      on l.registration = r._id and l.code like 'RES %' and l.code not like '${BEFORE_BOARD}%',
      lateral (select (10 + random() * 30)::int as ca, (10 + random() * 50)::int as examination where l._id is not null) m`);
  await client.query(`insert into portal.score_sheet (_id, class, session, semester, camax, exammax, state, submittedby, "submittedAt", marksversion)
    select gen_random_uuid(), k._id, k.session, 2, 40, 60, 'With board', (${someStaff}), now() - interval '1 day', ${CLASS}
    from portal.course_class k where k.code like '${BEFORE_BOARD}%'`);
  await client.query(`insert into portal.score (_id, sheet, student, ca, examination, typedby)
    select gen_random_uuid(), h._id, r.student, (10 + random() * 30)::int, (10 + random() * 50)::int, (${someStaff})
    from portal.score_sheet h join portal.course_registration_line l on l.class = h.class and l.code like '${BEFORE_BOARD}%'
    join portal.course_registration r on r._id = l.registration`);
}

const someStaff = "select _id from portal.staff order by _id limit 1";
