/** Students of the college of grading who are signed in and wait for the results of the last semester. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { hashToken } from "../src/identity/session/session.server.ts";
import { asNaira, naira } from "../src/kit/value/money.contract.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { studentCookie } from "../src/registry/student-sign-in/student-sign-in.server.ts";
import { filling } from "./grading-college.ts";

export interface Reader {
  readonly student: string;
  readonly account: string;
  readonly token: string;
  readonly cookie: string;
  readonly matric: string;
  /** What keeps the last semester from being read; null where nothing does. */
  readonly closed: "fees" | "hold" | null;
}

/** One of so many has paid nothing of the last bill; another has a hold. */
const OWING = 50;
const HELD = 100;

/** The whole of the last bill: that opens results. */
const OWED_KOBO = 5_000_000;

/** As a debtor is told. */
export const OWED = `it opens when ${asNaira(naira(OWED_KOBO))} are paid`;

const INSTALMENTS = JSON.stringify([
  { name: "First instalment", share: 60, due: "2026-12-01", opens: ["registration"] },
  { name: "Second instalment", share: 100, due: "2027-02-01", opens: ["examination", "results"] },
]);

/** So many of the students get an account, a sign-in of ten minutes ago, and a bill of each semester. */
export async function fillReaders({ portal: { pool, config } }: FastifyInstance, count: number): Promise<Reader[]> {
  const { rows } = await pool.query<{ _id: string; matric: string }>(
    "select _id, matric from portal.student where matric like 'RES/%' order by _id limit $1",
    [count],
  );
  const readers = rows.map(({ _id, matric }, place): Reader => {
    const token = randomBytes(32).toString("base64url");
    return {
      ...{ student: _id, account: newId(), token, cookie: `${studentCookie.nameAt(config)}=${token}`, matric },
      closed: place % OWING === 1 ? "fees" : place % HELD === 2 ? "hold" : null,
    };
  });
  const [students, accounts] = [readers.map(({ student }) => student), readers.map(({ account }) => account)];
  const idsOf = (closed: Reader["closed"]) =>
    readers.filter((one) => one.closed === closed).map(({ student }) => student);
  await filling(pool, async (client) => {
    await client.query(
      `insert into portal.applicant (_id, firstname, lastname, emailaddress, phonenumber, jamb, password, "verifiedAt")
        select one.account, s.firstname, s.lastname, s.emailaddress, s.phonenumber, s.jamb, '', now()
        from unnest($1::uuid[], $2::uuid[]) as one(student, account) join portal.student s on s._id = one.student`,
      [students, accounts],
    );
    await client.query(
      `update portal.student s set applicant = one.account
        from unnest($1::uuid[], $2::uuid[]) as one(student, account) where s._id = one.student`,
      [students, accounts],
    );
    await client.query(
      `insert into portal.sign_in (_id, token, applicant, "seenAt", "endsAt", idle)
        select gen_random_uuid(), token, account, now() - interval '10 minutes', now() + interval '1 day', interval '1 day'
        from unnest($1::uuid[], $2::bytea[]) as one(account, token)`,
      [accounts, readers.map(({ token }) => hashToken(token))],
    );
    await client.query(
      `insert into portal.bill (_id, student, session, semester, programme, level, indigene, isnewstudent, "serviceID", instalments,
          billed_kobo, paid_kobo, "toldAt")
        select gen_random_uuid(), r.student, r.session, r.semester, r.programme, r.level, false, false, '4430731', $2, ${OWED_KOBO},
          case when r.student = any($3::uuid[]) and (se.code, r.semester) = ('B3', 2) then 0 else ${OWED_KOBO} end, now() - interval '60 days'
        from portal.course_registration r join portal.session se on se._id = r.session where r.student = any($1::uuid[])`,
      [students, INSTALMENTS, idsOf("fees")],
    );
    await client.query(
      `insert into portal.hold (_id, student, name, matric, kind, blocks, reason, office, placedby)
        select gen_random_uuid(), s._id, s.name, s.matric, 'Library', array['results'], 'A book is not back', 'Library',
          (select _id from portal.staff order by _id limit 1)
        from portal.student s where s._id = any($1::uuid[])`,
      [idsOf("hold")],
    );
    await client.query("analyze portal.student, portal.applicant, portal.sign_in, portal.bill, portal.hold");
  });
  return readers;
}

/** The results of the last semester are to be read in so many seconds: from the minute that is answered. */
export async function publishIn({ portal: { pool } }: FastifyInstance, seconds: number): Promise<string> {
  const { rows } = await pool.query<{ at: string }>("select now() + make_interval(secs => $1) as at", [seconds]);
  const at = rows[0]?.at ?? "";
  await filling(pool, async (client) => {
    await client.query(
      `update portal.course_result r set "visibleAt" = $1 from portal.session s
        where s._id = r.session and (s.code, r.semester) = ('B3', 2)`,
      [at],
    );
  });
  // What was filled in a moment would be swept in the measured minute.
  await pool.query("alter system set autovacuum = off");
  await pool.query("select pg_reload_conf()");
  return at;
}
