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
        'bench@example.com', '2348031234567', 'Application fee', lpad((280000000000 + place)::text, 12, '0'), 'PAID',
        now() + interval '1 day', now()
       from unnest($1::uuid[], $2::uuid[]) with ordinality as one(id, p, place), portal.session s where s.admission`,
      people.map(({ payment }) => payment),
      programme,
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
    await client.query("commit; analyze");
  } finally {
    client.release();
  }
  return people;
}
