import type pg from "pg";

/** What every n-th applicant is called, where from, and how good, so that lists, quotas and ranks have something to tell apart. */
const families = `(array['Bello','Okafor','Adeyemi','Musa','Eze','Danladi','Ibrahim','Okoro','Lawal','Yusuf','Gambo','Nwosu'])`;
const given = `(array['Aisha','Chinedu','Folake','Sani','Blessing','Grace','Umar','Ngozi','Tunde','Hadiza','Samuel','Zainab'])`;
const origins = `(array['Niger','Kano','Kogi','Lagos','Enugu','Borno','Kwara','Oyo','Rivers','Kaduna','Zamfara','Edo'])`;
const areas = `(array['Bosso','Dala','Lokoja','Ikeja','Udi','Bama','Ilorin South','Ogbomosho North','Obio/Akpor','Zaria','Gusau','Egor'])`;
const subjects = `array['English Language','Mathematics','Biology','Chemistry','Physics','Geography','Economics']`;
const marks = `array['A1','B2','B3','C4','C5','C6','D7','E8','F9']`;

export interface Many {
  readonly count: number;
  /** One programme for all; else they are spread over every programme that admits. */
  readonly programme?: string;
}

/**
 * So many submitted and paid applications to the session that admits, straight into the database, each with its review and a
 * copy of papers such as applicants hand in. The guards of payments look away while they are made. JAMB numbers run from
 * 202600000001AA. Answers the `_id`s of the applications.
 */
export async function manyApplications(pool: pg.Pool, { count, programme }: Many): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
    const { rows: last } = await client.query<{ n: number }>(
      "select count(*)::int as n from portal.applicant where emailaddress like 'many.%'",
    );
    const first = (last[0]?.n ?? 0) + 1;
    const until = first + count - 1;
    await client.query(`
      create temp table many on commit drop as
      select n, gen_random_uuid() as applicant, gen_random_uuid() as application, gen_random_uuid() as payment,
        ${given}[1 + n % 12] as firstname, ${families}[1 + (n / 12) % 12] as lastname,
        'many.' || n || '@example.com' as emailaddress, '23480' || lpad((30000000 + n)::text, 8, '0') as phonenumber,
        '2026' || lpad(n::text, 8, '0') || 'AA' as jamb, (array['Female', 'Male'])[1 + n % 2] as gender,
        ${origins}[1 + (n * 7) % 12] as stateoforigin, ${areas}[1 + (n * 7) % 12] as lgaoforigin,
        lpad((290000000000 + n)::text, 12, '0') as rrr,
        now() - (${until} - n) * interval '1 minute' as at
      from generate_series(${first}, ${until}) n`);
    await client.query(`
      create temp table wanted on commit drop as
      select row_number() over (order by p.code) - 1 as place, p._id, p.code, p.name, p.award, d.name as department, c.name as college
      from portal.programme p join portal.department d on d._id = p.department join portal.college c on c._id = d.college
      where ${programme ? `p._id = '${programme}'` : "p.admits and p.status and p.modes && array['JAMB UTME', 'Transfer', 'Direct Entry']"}`);
    await client.query(`insert into portal.applicant (_id, firstname, lastname, emailaddress, phonenumber, jamb, password, "verifiedAt", "createdAt")
      select applicant, firstname, lastname, emailaddress, phonenumber, jamb, '', at, at from many`);
    await client.query(`insert into portal.bio (applicant, firstname, lastname, gender, religion, qualification, maritalstatus,
        emailaddress, phonenumber, homeaddress, stateoforigin, lgaoforigin, stateofresidence, lgaofresidence, dateofbirth, locked)
      select applicant, firstname, lastname, gender, 'Others', 'Secondary/O-Level Certificate', 'Single', emailaddress, phonenumber,
        'No. 1', stateoforigin, lgaoforigin, 'Niger', 'Bosso', date '2005-01-01' + n % 900, true from many`);
    await client.query(`
      create temp table entered on commit drop as
      select many.*, w._id as programme, s._id as session, 'APP/26/' || lpad(n::text, 7, '0') as code,
        jsonb_build_object('_id', w._id, 'code', w.code, 'name', w.name, 'award', w.award, 'department', w.department, 'college', w.college) as named,
        jsonb_build_object('_id', s._id, 'code', s.code, 'name', s.name) as term
      from many join wanted w on w.place = n % (select count(*) from wanted) cross join portal.session s where s.admission`);
    await client.query(`insert into portal.payment_reference (_id, applicant, purpose, programme, session, orderid, servicetypeid,
        amount_kobo, items, payername, payeremail, payerphone, description, rrr, state, "endsAt", "verifiedAt", "createdAt",
        application, applicationcode, evidence, jamb)
      select payment, applicant, 'application', programme, session, replace(payment::text, '-', ''), '4430731', 250000,
        '[{"name": "Application form", "amount_kobo": 250000}]', firstname || ' ' || lastname, emailaddress, phonenumber,
        'Application fee', rrr, 'PAID', now() + interval '90 days', at, at - interval '1 hour', application, code, payment, jamb from entered`);
    await client.query(`insert into portal.payment_event (_id, payment, at, fromstate, tostate, kind, code, rrr, orderid, amount_kobo)
      select payment, payment, at, 'OPEN', 'PAID', 'paid', '00', rrr, replace(payment::text, '-', ''), 250000 from entered`);
    await client.query(`insert into portal.ledger_journal (_id, payment, kind, "createdAt")
      select application, payment, 'paid', at from entered`);
    await client.query(`insert into portal.ledger_entry (journal, account, amount_kobo)
      select application, account, amount from entered,
        (values ('provider', 250000), ('application-fee', -250000)) as side(account, amount)`);
    await client.query("set local session_replication_role = origin");
    const { rows } = await client.query<{ _id: string }>(`
      insert into portal.application (_id, code, applicant, programme, session, payment, type, snapshot, "createdAt")
      select application, code, applicant, programme, session, payment, 'JAMB UTME', jsonb_build_object(
        'bio', jsonb_build_object('firstname', firstname, 'middlename', null, 'lastname', lastname, 'gender', gender,
          'dateofbirth', date '2005-01-01' + n % 900, 'maritalstatus', 'Single', 'religion', 'Others', 'emailaddress', emailaddress,
          'phonenumber', phonenumber, 'homeaddress', 'No. 1', 'stateoforigin', stateoforigin, 'lgaoforigin', lgaoforigin,
          'stateofresidence', 'Niger', 'lgaofresidence', 'Bosso', 'qualification', 'Secondary/O-Level Certificate', 'locked', true,
          'version', 1, 'createdAt', at, 'updatedAt', at),
        'referees', (select jsonb_agg(jsonb_build_object('_id', gen_random_uuid(), 'firstname', 'Musa', 'middlename', null,
          'lastname', lastname, 'emailaddress', null, 'phonenumber', phonenumber, 'homeaddress', 'No. ' || r, 'createdAt', at))
          from generate_series(1, 2) r),
        'sittings', jsonb_build_array(jsonb_build_object('_id', application, 'examinationtype', 'WAEC', 'examinationcenter', 'GSS Minna',
          'examinationyear', '2025', 'examinationnumber', '4' || lpad(n::text, 9, '0'), 'createdAt', at, 'locked', true, 'version', 1)),
        'results', (select jsonb_agg(jsonb_build_object('_id', gen_random_uuid(), 'subject', subject,
          'createdAt', at, 'locked', true, 'version', 1,
          'scored', (${marks})[1 + (n * (place::int + 3) / 5) % (case when n % 5 = 0 then 9 else 6 end)],
          'examination', jsonb_build_object('_id', application, 'examinationtype', 'WAEC', 'examinationcenter', 'GSS Minna',
            'examinationyear', '2025', 'examinationnumber', '4' || lpad(n::text, 9, '0'), 'createdAt', at, 'locked', true,
            'version', 1)) order by place)
          from unnest(${subjects}) with ordinality s(subject, place)),
        'alevels', '[]'::jsonb, 'documents', '[]'::jsonb, 'jamb', jamb, 'programme', named, 'session', term,
        'fee', jsonb_build_object('rrr', rrr, 'amount_kobo', 250000, 'verifiedAt', at)), at
      from entered order by n returning _id`);
    await client.query("commit");
    return rows.map(({ _id }) => _id);
  } catch (fault) {
    await client.query("rollback");
    throw fault;
  } finally {
    client.release();
  }
}
