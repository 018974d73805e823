/** A college in the middle of a registration, in a process of its own, with a bare route beside it on the same pool. */
import { randomBytes } from "node:crypto";
import fastify from "fastify";
import pg from "pg";
import { registryOf, rulesNamed } from "../src/console/record/record.registry.server.ts";
import { hashToken } from "../src/identity/session/session.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { studentCookie } from "../src/registry/student-sign-in/student-sign-in.server.ts";
import { recordTransaction, replayOf, type Statement } from "./bare.ts";
import { officer, openBenchPortal, upkeep } from "./bench-portal.ts";
import { questionsTo } from "./list-questions.ts";

const { app, pool, url } = await openBenchPortal(3996);
const { config } = app.portal;
const { cookie } = await officer(app);

interface Wanted {
  readonly registered: number;
  readonly waiting: number;
  readonly fresh: number;
  /** Of the general elective that everybody wants. */
  readonly places: number;
  /** Of as many who have not registered one owes what opens registration. */
  readonly owing: number;
}

interface Fresh {
  readonly student: string;
  readonly account: string;
  readonly token: string;
}

/** Classes that there are: of each programme that pays, those of three levels. */
const classes = `select p._id as programme, p.department, 100 * (1 + n) as level, row_number() over (order by p.code, n) - 1 as nth,
    count(*) over () as all from portal.programme p, generate_series(0, 2) n
  where p._id in (select programme from portal.tuition_fee_item where status)`;

const bench = "select _id from portal.session where status";

/** The session that admits runs, and registration is open in it until next week. */
async function openRegistration(): Promise<void> {
  await pool.query("update portal.session set status = false");
  await pool.query("update portal.session set status = true, semester = 1 where admission");
  await pool.query(`insert into portal.registration_window (_id, session, semester, start, late, "end", hodapproval)
    select gen_random_uuid(), _id, 1, current_date - 1, current_date + 7, current_date + 14, false from (${bench}) running`);
  await pool.query("update portal.programme set minunit = 16, maxunit = 24");
}

/**
 * Eight courses of two units for each class, for everybody two general ones of each level that nobody here takes, and one with so
 * many places.
 */
async function planCourses(places: number): Promise<void> {
  await pool.query(`insert into portal.course (_id, programme, session, code, name, moduletype, credit, level, semester)
    select gen_random_uuid(), c.programme, running._id, 'BEN ' || lpad(c.nth::text, 4, '0') || n, 'Bench course ' || c.nth || n,
      'Core', 2, c.level, 1 from (${classes}) c, (${bench}) running, generate_series(1, 8) n`);
  await pool.query(`insert into portal.course (_id, programme, session, code, name, moduletype, credit, level, semester, general)
    select gen_random_uuid(), c.programme, running._id, 'GEN ' || c.level || n, 'General course', 'Elective', 1, c.level, 1, true
    from (${classes}) c, (${bench}) running, generate_series(1, 2) n where c.nth < 3`);
  await pool.query(`insert into portal.course (_id, programme, session, code, name, moduletype, credit, level, semester, general)
    select gen_random_uuid(), c.programme, running._id, 'LIM 100', 'Limited course', 'Elective', 2, c.level, 1, true
    from (${classes}) c, (${bench}) running where c.nth = 0`);
  await pool.query("update portal.course_class set seats = $1 where code = 'LIM 100'", [places]);
}

const columns = `_id, applicant, matric, jamb, firstname, lastname, emailaddress, phonenumber, gender, stateoforigin,
  programme, session, type, entrylevel, level, semester`;

/** So many students who have registered all courses of their class; the first `waiting` of them wait for their head. */
async function fillRegistered({ registered, waiting }: Wanted): Promise<void> {
  // A connection of its own: the portal's ends a statement that takes long.
  const client = new pg.Client({ ...pool.options, application_name: "bench" });
  await client.connect();
  await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
  await client.query(
    `insert into portal.student (${columns}) select gen_random_uuid(), null, 'BENCH/' || n, '2024' || lpad(n::text, 8, '0') || 'BB',
        'Bench' || n % 977, 'Student' || n % 499, 'student.' || n || '@example.com', '23481' || lpad(n::text, 8, '0'),
        (array['Female', 'Male'])[1 + n % 2], 'Kogi', c.programme, running._id, 'JAMB UTME', 100, c.level, 1
      from generate_series(1, $1::int) n join (${classes}) c on c.nth = n % c.all, (${bench}) running`,
    [registered],
  );
  await client.query(
    `insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt")
      select gen_random_uuid(), s._id, running._id, 1, s.programme, s.level,
        case when row_number() over (order by s._id) <= $1 then 'Waiting' else 'Registered' end, 16, true,
        now() - random() * interval '3 days' from portal.student s, (${bench}) running where s.matric like 'BENCH/%'`,
    [waiting],
  );
  await client.query("analyze portal.student, portal.course, portal.course_registration");
  await client.query(`insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit,
      moduletype, kind, "approvedAt")
    select gen_random_uuid(), r._id, c._id, c.class, c.version, c.code, c.name, c.credit, c.moduletype, 'Programme',
      case when r.state = 'Registered' then now() end
    from portal.course_registration r join portal.course c
      on (c.session, c.programme, c.level, c.semester) = (r.session, r.programme, r.level, r.semester) and not c.general`);
  await client.query("commit");
  await client.end();
}

/** So many students of the first class who are signed in and have not registered. */
async function fillFresh(count: number): Promise<Fresh[]> {
  const people = Array.from({ length: count }, () => ({
    student: newId(),
    account: newId(),
    token: randomBytes(32).toString("base64url"),
  }));
  const accounts = people.map(({ account }) => account);
  await pool.query(
    `insert into portal.applicant (_id, firstname, lastname, emailaddress, phonenumber, jamb, password, "verifiedAt")
      select id, 'Bench', 'Fresh', 'fresh.' || id || '@example.com', '234803' || lpad(place::text, 7, '0'),
        upper(replace(id::text, '-', '')), '', now()
      from unnest($1::uuid[]) with ordinality as one(id, place)`,
    [accounts],
  );
  await pool.query(
    `insert into portal.sign_in (token, applicant, "endsAt", idle)
      select token, id, now() + interval '1 day', interval '1 day' from unnest($1::uuid[], $2::bytea[]) as one(id, token)`,
    [accounts, people.map(({ token }) => hashToken(token))],
  );
  await pool.query(
    `insert into portal.student (${columns}) select one.student, one.account, 'FRESH/' || place, upper(replace(one.account::text, '-', '')),
        'Bench', 'Fresh', 'fresh.' || one.account || '@example.com', '2348031234567', 'Female', 'Kogi', c.programme, running._id,
        'JAMB UTME', 100, c.level, 1
      from unnest($1::uuid[], $2::uuid[]) with ordinality as one(student, account, place) join (${classes}) c on c.nth = 0,
        (${bench}) running`,
    [people.map(({ student }) => student), accounts],
  );
  return people;
}

const INSTALMENTS = JSON.stringify([
  { name: "First instalment", share: 60, due: "2026-12-01", opens: ["registration"] },
  { name: "Second instalment", share: 100, due: "2027-02-01", opens: ["examination", "results"] },
]);

/** A bill for each, told long ago: what opens registration is paid, but for every `owing`th of those who have not registered, who paid nothing. */
async function fillBills(owing: number): Promise<void> {
  const client = new pg.Client({ ...pool.options, application_name: "bench" });
  await client.connect();
  await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
  await client.query(
    `insert into portal.bill (_id, student, session, semester, programme, level, indigene, isnewstudent, "serviceID", instalments,
        billed_kobo, paid_kobo, "toldAt")
      select gen_random_uuid(), s._id, running._id, 1, s.programme, s.level, false, true, '4430731', $1, 5000000,
        case when s.matric like 'FRESH/%' and split_part(s.matric, '/', 2)::int % $2 = 0 then 0 else 3000000 end, now() - interval '60 days'
      from portal.student s, (${bench}) running where s.matric like 'BENCH/%' or s.matric like 'FRESH/%'`,
    [INSTALMENTS, owing],
  );
  await client.query("commit");
  await client.end();
}

let recording: ReturnType<typeof recordTransaction> | undefined;
let recorded: Statement[] = [];

/** A route that runs the recorded transaction for the next of those at the end, whom nobody else registers. */
async function bareRoute(people: readonly Fresh[], model: Fresh): Promise<string> {
  const { rows } = await pool.query<{ _id: string }>(
    "select _id from portal.programme union select _id from portal.session union select _id from portal.department",
  );
  const kept = new Set(rows.map(({ _id }) => _id));
  const person = ({ student, account, token }: Fresh) => ({ _id: student, payment: account, token, emailaddress: "" });
  let spare = people.length;
  const bare = fastify();
  bare.post("/registration", async () => {
    spare -= 1;
    await replayOf(pool, recorded, person(model), person(people[spare] as Fresh), kept);
    return { type: "success" };
  });
  return bare.listen({ host: "127.0.0.1", port: 0 });
}

async function begin(wanted: Wanted, model: number) {
  await openRegistration();
  await planCourses(wanted.places);
  await fillRegistered(wanted);
  const fresh = await fillFresh(wanted.fresh);
  await fillBills(wanted.owing);
  await upkeep(pool);
  // What was filled in a moment would be swept in the measured minute, by as many sweepers as there are databases: 4 s of standstill, twice.
  await pool.query("alter system set autovacuum = off");
  await pool.query("select pg_reload_conf()");
  const { rows: courses } = await pool.query<{ _id: string }>(
    `select k._id from portal.course k join (${classes}) c on c.nth = 0 and (c.programme, c.level) = (k.programme, k.level)
      where k.code like 'BEN %' order by k.code`,
  );
  const { rows: limited } = await pool.query<{ _id: string }>("select _id from portal.course where code = 'LIM 100'");
  const asked = await Promise.all(
    ["course", "registration"].map((noun) => questionsTo(app, rulesNamed(registryOf(app), noun), wanted.registered)),
  );
  const { rows: grids } = await pool.query<{ programme: string }>(
    "select distinct programme from portal.course order by programme limit 20",
  );
  return {
    url,
    bareUrl: await bareRoute(fresh, fresh[model] as Fresh),
    origin: new URL(config.publicUrl).origin,
    cookie,
    courses: courses.map(({ _id }) => _id),
    limited: limited[0]?._id ?? "",
    fresh: fresh.map(({ student, token }, place) => ({
      owes: (place + 1) % wanted.owing === 0,
      cookie: `${studentCookie.nameAt(config)}=${token}`,
      key: `register-${student}`,
    })),
    lists: [
      ...asked.flatMap(({ lists }) => lists),
      ...["verdict=Clear", "verdict=To+be+mended", "stops=course-withdrawn"].map(
        (one) => `/staff/ms_registration?${one}`,
      ),
    ],
    grids: grids.map(({ programme }) => `/staff/ms_course/grid?programme=${programme}`),
    scans: asked.flatMap(({ scans }) => scans),
  };
}

/** The first of those whose submissions are measured; the first minute has the ones before. */
const MODEL = 2_000;

process.on("message", async (wish: Wanted | "start-recording" | "stop-recording") => {
  if (wish === "start-recording") recording = recordTransaction(pool);
  else if (wish === "stop-recording") recorded = recording?.stop() ?? [];
  process.send?.(typeof wish === "string" ? {} : await begin(wish, MODEL));
});
