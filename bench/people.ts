import { createHash } from "node:crypto";
import type pg from "pg";
import { newId } from "../src/platform/database/id.server.ts";

export interface BenchPerson {
  readonly _id: string;
  readonly token: string;
  readonly emailaddress: string;
  readonly payment: string;
}

const token = (_id: string) => createHash("sha256").update(`token of ${_id}`).digest("base64url");
const stored = (_id: string) => createHash("sha256").update(token(_id)).digest();

const AT_ONCE = 10_000;

/**
 * So many verified applicants who are signed in, each with bio, two referees, a sitting, five results and a verified
 * application fee for `programme`: everything but the application. `password` is a stored hash.
 */
export async function seedPeople(
  pool: pg.Pool,
  count: number,
  programme: string,
  password: string,
): Promise<BenchPerson[]> {
  const people: BenchPerson[] = [];
  while (people.length < count) {
    const some = Math.min(AT_ONCE, count - people.length);
    people.push(...(await seedSome(pool, some, people.length, { programme, password })));
  }
  await pool.query("analyze");
  return people;
}

interface Shared {
  readonly programme: string;
  readonly password: string;
}

/** `before` people have been made already. */
async function seedSome(
  pool: pg.Pool,
  count: number,
  before: number,
  { programme, password }: Shared,
): Promise<BenchPerson[]> {
  const people = Array.from({ length: count }, () => {
    const _id = newId();
    return { _id, token: token(_id), emailaddress: `bench.${_id}@example.com`, payment: newId() };
  });
  const ids = people.map(({ _id }) => _id);
  const client = await pool.connect();
  try {
    // The guards of payments do not let a paid one be made up; here they look away.
    await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
    const run = (text: string, ...values: unknown[]) => client.query(text, [ids, ...values]);
    await run(
      `insert into portal.applicant (_id, firstname, lastname, emailaddress, phonenumber, jamb, password, "verifiedAt")
       select id, 'Bench', 'Person', 'bench.' || id || '@example.com', '2348031234567', upper(replace(id::text, '-', '')), $2, now()
       from unnest($1::uuid[]) id`,
      password,
    );
    await run(
      `insert into portal.sign_in (token, applicant, "endsAt", idle)
       select t, id, now() + interval '1 day', interval '1 day' from unnest($1::uuid[], $2::bytea[]) as one(id, t)`,
      ids.map(stored),
    );
    await run(`insert into portal.bio (applicant, firstname, lastname, gender, religion, qualification, maritalstatus,
        emailaddress, phonenumber, homeaddress, stateoforigin, lgaoforigin, stateofresidence, lgaofresidence, dateofbirth)
       select id, 'Bench', 'Person', 'Female', 'Others', 'Secondary/O-Level Certificate', 'Single',
        'bench.' || id || '@example.com', '2348031234567', 'No. 1', 'Kano', 'Bichi', 'Kano', 'Bichi', '2007-03-27'
       from unnest($1::uuid[]) id`);
    await run(`insert into portal.referee (_id, applicant, firstname, lastname, phonenumber, homeaddress, place)
       select gen_random_uuid(), id, 'Musa', 'Person', '2348031234567', 'No. 1', place
       from unnest($1::uuid[]) id, generate_series(1, 2) place`);
    await run(`insert into portal.olevel_sitting (_id, applicant, slot, examinationtype, examinationcenter, examinationyear,
        examinationnumber) select id, id, 1, 'WAEC', 'Kano', '2025', '4123456789' from unnest($1::uuid[]) id`);
    await run(`insert into portal.olevel_result (_id, applicant, examination, subject, scored, place)
       select gen_random_uuid(), id, id, subject, 'B3', place from unnest($1::uuid[]) id,
        unnest(array['English Language', 'Mathematics', 'Biology', 'Chemistry', 'Physics']) with ordinality s (subject, place)`);
    await run(
      `insert into portal.payment_reference (_id, applicant, purpose, programme, session, orderid, servicetypeid,
        amount_kobo, items, payername, payeremail, payerphone, description, rrr, state, "endsAt", "verifiedAt")
       select p, id, 'application', $3, s._id, replace(p::text, '-', ''), '4430731', 250000, '[]', 'Bench Person',
        'bench@example.com', '2348031234567', 'Application fee', lpad((280000000000 + $4::bigint + place)::text, 12, '0'), 'PAID',
        now() + interval '1 day', now()
       from unnest($1::uuid[], $2::uuid[]) with ordinality as one(id, p, place), portal.session s where s.admission`,
      people.map(({ payment }) => payment),
      programme,
      before,
    );
    await run(
      `insert into portal.stored_file (_id, newname, owner, kind, mediatype, bytes, sha256)
       select id, 'bench-' || id, id, 'document', 'image/jpeg', 1000, ''::bytea from unnest($1::uuid[]) id`,
    );
    await run(
      `insert into portal.requirement_upload (applicant, requirement, file)
       select id, r._id, id from unnest($1::uuid[]) id, portal.admission_requirement r where r.programme = $2`,
      programme,
    );
    await client.query("commit");
  } finally {
    client.release();
  }
  return people;
}

/** Each of these people has submitted an application, used the payment for it, and left the audit rows of it. */
export async function seedApplications(
  pool: pg.Pool,
  people: readonly BenchPerson[],
  programme: string,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
    const ids = people.map(({ _id }) => _id);
    const payments = people.map(({ payment }) => payment);
    await client.query(
      `insert into portal.application (_id, code, applicant, programme, session, payment, type, snapshot)
       select id, 'BENCH/' || id, id, $3, s._id, p, 'JAMB UTME', jsonb_build_object('bio', to_jsonb(b), 'text', repeat('x', 3000))
       from unnest($1::uuid[], $2::uuid[]) as one(id, p) join portal.bio b on b.applicant = id, portal.session s where s.admission`,
      [ids, payments, programme],
    );
    await client.query(
      `update portal.payment_reference set application = applicant, applicationcode = 'BENCH/' || applicant
       where _id = any($1::uuid[])`,
      [payments],
    );
    await client.query(
      `insert into portal.audit (_id, actorkind, actor, deed, subject, after)
       select gen_random_uuid(), 'applicant', id, 'application.submit', 'application:' || id, '{}'
       from unnest($1::uuid[]) id, generate_series(1, 10)`,
      [ids],
    );
    await client.query("commit");
    // Over a million rows it takes longer than the portal lets a statement take.
    await client.query("set statement_timeout = 0");
    await client.query("vacuum analyze");
    await client.query("reset statement_timeout");
  } finally {
    client.release();
  }
}
