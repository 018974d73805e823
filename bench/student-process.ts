/** A college with a hundred thousand students, in a process of its own. Does what it is told and answers how long it took. */
import { randomBytes } from "node:crypto";
import fastify from "fastify";
import { sql } from "kysely";
import { registryOf, rulesNamed } from "../src/console/record/record.registry.server.ts";
import { hashToken } from "../src/identity/session/session.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { perform, portalItself } from "../src/platform/write/perform.server.ts";
import { makeBills } from "../src/registry/bill/bill.server.ts";
import { handOverJob } from "../src/registry/hand-over/hand-over.job.server.ts";
import { homeOfAccount } from "../src/registry/student-area/student-area.server.ts";
import { studentCookie } from "../src/registry/student-sign-in/student-sign-in.server.ts";
import { acceptedPeople } from "../testing/accepted-people.ts";
import { officer, openBenchPortal, upkeep } from "./bench-portal.ts";
import { questionsTo } from "./list-questions.ts";

const { app, pool, url } = await openBenchPortal(3995);
const { db, config } = app.portal;
const { staff, cookie } = await officer(app);

/** So many students of the programmes that pay, put straight into the database. */
async function students(count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
    await client.query(
      `insert into portal.student (_id, matric, jamb, firstname, lastname, emailaddress, phonenumber, gender, stateoforigin,
          programme, session, type, entrylevel, level, semester)
        select gen_random_uuid(), 'BENCH/' || n, '2024' || lpad(n::text, 8, '0') || 'BB', 'Bench' || n % 977, 'Student' || n % 499,
          'student.' || n || '@example.com', '23481' || lpad(n::text, 8, '0'), (array['Female', 'Male'])[1 + n % 2], 'Kogi',
          p.programme, p.session, 'JAMB UTME', 100, 100 + 100 * (n % 3), 1
        from generate_series(1, $1::int) n
        join lateral (select programme, session, row_number() over (order by programme) - 1 as nth, count(*) over () as all
          from (select distinct programme, session from portal.tuition_fee_item where status) paying) p on p.nth = n % p.all`,
      [count],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
  await upkeep(pool);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** Seconds for so many hand-overs, one after the other as the portal's job does them. */
async function handOver(count: number): Promise<number> {
  const made = await acceptedPeople({ app }, { count });
  for (let at = 0; at < made.length; at += 500)
    await pool.query(
      `update portal.clearance set state = 'Waived', reason = 'For the bench', decidedby = $2, "decidedAt" = now()
        where application = any($1)`,
      [made.slice(at, at + 500), staff],
    );
  const handover = newId();
  await pool.query("insert into portal.hand_over (_id, orderedby, people) values ($1, $2, $3)", [
    handover,
    staff,
    count,
  ]);
  await pool.query(
    `insert into portal.hand_over_line (_id, handover, application, applicant, programme, session, code, name, jamb, place)
      select gen_random_uuid(), $1, c._id, c.applicant, c.programme, c.session, c.code, c.name, c.jamb,
        row_number() over (order by c.programme, c.name)
      from portal.hand_over_candidate c where c._id = any($2)`,
    [handover, made],
  );
  await upkeep(pool);
  const seconds = await timed(() => handOverJob.run(app, { handover }));
  const { rows } = await pool.query("select count(*)::int as n from portal.hand_over_line where state = 'Done'");
  if (rows[0]?.n !== count) throw new Error(`${rows[0]?.n} of ${count} were handed over`);
  await upkeep(pool);
  return seconds;
}

/** Seconds for the bills of so many students in one run. */
async function bills(count: number): Promise<number> {
  const { rows } = await pool.query<{ _id: string }>(
    "select _id from portal.student where level = 100 and matric like 'BENCH/%' limit $1",
    [count],
  );
  const session =
    (await pool.query<{ _id: string }>("select _id from portal.session where admission")).rows[0]?._id ?? "";
  const ids = rows.map(({ _id }) => _id);
  let made = 0;
  const seconds = await timed(() =>
    perform(db, portalItself, async (work) => {
      made = (await makeBills(work, { session, semester: 1 }, ids)).length;
    }),
  );
  if (made !== ids.length) throw new Error(`${made} of ${ids.length} bills were made`);
  return seconds;
}

/** The area's first page for so many of those who were handed over, and the bare route that runs the same query. */
async function home(count: number) {
  const { rows } = await pool.query<{ applicant: string }>(
    "select applicant from portal.student where application is not null order by _id limit $1",
    [count],
  );
  const signedIn = rows.map(({ applicant }) => ({ applicant, token: randomBytes(32).toString("base64url") }));
  await pool.query(
    `insert into portal.sign_in (token, applicant, "endsAt", idle)
      select token, applicant, now() + interval '1 day', interval '1 day' from unnest($1::bytea[], $2::uuid[]) as one(token, applicant)`,
    [signedIn.map(({ token }) => hashToken(token)), signedIn.map(({ applicant }) => applicant)],
  );
  const asked = (applicant: string | undefined) =>
    sql`select ${homeOfAccount(app, sql.ref<string>("one.applicant"))} from (select ${applicant}::uuid as applicant) one`.compile(
      db,
    );
  const { sql: text } = asked(rows[0]?.applicant);
  const bare = fastify();
  let turn = 0;
  bare.get("/home", async () => {
    turn += 1;
    const { parameters } = asked(rows[turn % rows.length]?.applicant);
    return (await pool.query(text, [...parameters])).rows[0];
  });
  return {
    cookies: signedIn.map(({ token }) => `${studentCookie.nameAt(config)}=${token}`),
    bareUrl: await bare.listen({ host: "127.0.0.1", port: 0 }),
  };
}

async function questions(count: number) {
  const asked = await Promise.all(
    ["student", "tuition_account"].map((noun) => questionsTo(app, rulesNamed(registryOf(app), noun), count)),
  );
  // Of those who were handed over: they have a bill and a clearance.
  const { rows: files } = await pool.query<{ _id: string; application: string }>(
    "select _id, application from portal.student where application is not null order by _id limit 60",
  );
  return {
    lists: asked.flatMap(({ lists }) => lists),
    scans: asked.flatMap(({ scans }) => scans),
    files,
  };
}

const deeds = { students, "hand-over": handOver, bills, home, questions } as const;

process.on("message", async ([deed, count]: [keyof typeof deeds, number]) =>
  process.send?.({ answer: await deeds[deed](count) }),
);
process.send?.({ url, cookie });
