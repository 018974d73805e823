import type pg from "pg";

/** Four signs of a code that no other row has. */
const code = `(select string_agg(substr('0123456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + (n / (33 ^ k)::int) % 33, 1), '')
  from generate_series(0, 3) k)`;

/** The `_id` of a row of a table, another one for each n. */
const one = (table: string) => `of_${table}._id`;

/** What `one` reads from, for each table that the values name. */
const sources = (values: string) =>
  Array.from(new Set(Array.from(values.matchAll(/of_(\w+)\._id/g), ([, table]) => table)))
    .map(
      (table) => `join (select _id, row_number() over (order by _id) as place from portal.${table}) of_${table}
        on of_${table}.place = 1 + n % (select count(*) from portal.${table})`,
    )
    .join(" ");

const uuid = "gen_random_uuid()";
const at = "now() - n * interval '1 second'";

/** For each table of a list what its rows are filled with, in the order in which they need each other. */
const columns: readonly (readonly [table: string, columns: string, values: string])[] = [
  ["college", "code, name, isacademic, status", "'B' || n, 'Bench school ' || n, n % 3 = 0, n % 10 > 0"],
  [
    "department",
    "college, code, name, isacademic, status",
    `${one("college")}, 'D' || n, 'Bench department ' || n, n % 3 = 0, n % 10 > 0`,
  ],
  [
    "programme",
    "department, code, name, award, status, admits, modes, minunit, maxunit",
    `${one("department")}, 'P' || n, 'Bench programme ' || n, (array['NCE', 'B.Ed.', 'B.A. (Ed)'])[1 + n % 3], n % 10 > 0, n % 2 = 0, array['JAMB UTME'], 15, 24`,
  ],
  ["session", "code, name", `${code}, 'Bench session ' || n`],
  [
    "registration_window",
    'session, semester, start, late, "end"',
    `${one("session")}, 1 + n % 2, date '2026-01-01' + n % 300, date '2026-12-01', date '2026-12-31'`,
  ],
  [
    "staff",
    "title, foldernumber, firstname, lastname, maritalstatus, dateofbirth, emailaddress, phonenumber, department, status",
    `'Mr', 'F/' || n, 'Given' || n % 700, 'Family' || n % 900, 'Single', date '1960-01-01' + n % 9000, 'bench' || n || '@example.com', '234803' || lpad(n::text, 7, '0'), ${one("department")}, (array['Active', 'On leave', 'Suspended', 'Retired', 'Left'])[1 + n % 5]`,
  ],
  [
    "dean_assignment",
    "college, staff, start, acting",
    `${one("college")}, ${one("staff")}, date '2020-01-01' + n % 2000, n % 9 = 0`,
  ],
  [
    "head_assignment",
    "department, staff, start, acting",
    `${one("department")}, ${one("staff")}, date '2020-01-01' + n % 2000, n % 9 = 0`,
  ],
  ["intake", "session, programme, seats", `${one("session")}, ${one("programme")}, n % 200`],
  [
    "application_fee_item",
    'session, programme, name, "serviceTypeID", amount_kobo',
    `${one("session")}, ${one("programme")}, 'Bench fee ' || n, '4430731', 100000 + n`,
  ],
  [
    "admission_requirement",
    "session, programme, label, required",
    `${one("session")}, ${one("programme")}, 'Bench paper ' || n, n % 2 = 0`,
  ],
  [
    "acceptance_fee_item",
    'session, description, amount_kobo, "serviceID"',
    `${one("session")}, 'Bench acceptance ' || n, 100000 + n, '4430731'`,
  ],
  [
    "tuition_fee_item",
    'session, programme, level, semester, "serviceID", indigene, isnewstudent',
    `${one("session")}, ${one("programme")}, 100 * (1 + n % 4), 1 + n % 2, '4430731', n % 2 = 0, n % 3 = 0`,
  ],
  [
    "programme_tuition_fee_item",
    "session, programme, label, indigene, amount_kobo",
    `${one("session")}, ${one("programme")}, 'Bench line ' || n, n % 2 = 0, 100000 + n`,
  ],
  [
    "schedule_of_fee_item",
    "session, label, amount_kobo, place",
    `${one("session")}, 'Bench schedule ' || n, 100000 + n, n % 50`,
  ],
  [
    "other_service",
    "label, description, serviceid, amount_kobo",
    "'Bench service ' || n, 'A service of the bench', '4430731', 100000 + n",
  ],
  [
    "student",
    "matric, jamb, firstname, lastname, emailaddress, phonenumber, gender, programme, session, type, entrylevel, level, semester, stateoforigin",
    `'BENCH/24/' || n, '2024' || lpad(n::text, 8, '0') || 'AB', 'Given' || n % 700, 'Family' || n % 900, 'bench' || n || '@example.com', '234803' || lpad(n::text, 7, '0'), (array['Female', 'Male'])[1 + n % 2], ${one("programme")}, ${one("session")}, 'JAMB UTME', 100, 100 * (1 + n % 3), 1 + n % 2, (array['Kogi', 'Kano', 'Lagos'])[1 + n % 3]`,
  ],
  [
    "status_change",
    'student, name, matric, programme, fromstatus, status, kind, reason, effective, returnon, state, proposedby, decidedby, "decidedAt", "appliedAt"',
    `${one("student")}, 'Family' || n % 900 || ' Given' || n % 700, 'BENCH/24/' || n, ${one("programme")}, 'Active', 'Deferred', (array['Health', 'Fees', 'Family'])[1 + n % 3], 'Bench reason ' || n, date '2026-01-01' + n % 300, date '2027-06-01' + n % 300, case n % 3 when 0 then 'Proposed' else 'Applied' end, ${one("staff")}, case when n % 3 > 0 then ${uuid} end, case when n % 3 > 0 then now() end, case when n % 3 > 0 then now() end`,
  ],
  [
    "hold",
    'student, name, matric, kind, blocks, reason, office, placedby, liftedby, "liftedAt", lifting',
    `${one("student")}, 'Family' || n % 900 || ' Given' || n % 700, 'BENCH/24/' || n, (array['Debt', 'Library', 'Hostel'])[1 + n % 3], array['registration', 'papers'], 'Bench reason ' || n, 'Bench office', ${one("staff")}, case n % 2 when 0 then ${uuid} end, case n % 2 when 0 then now() end, case n % 2 when 0 then 'Came back' end`,
  ],
  ["page_group", "icon, name, place", "'users', 'Bench block ' || n, n % 900"],
  ["sub_page_group", "pagegroup, name, place", `${one("page_group")}, 'Bench part ' || n, n % 900`],
  [
    "page",
    "pagegroup, link, name, title, visible, place",
    `${one("page_group")}, '/staff/bench' || n, 'Bench page ' || n, 'A page of the bench', n % 2 = 0, n % 9000`,
  ],
  ["user_group", "name, scope", "'Bench group ' || n, (array['all', 'college', 'department'])[1 + n % 3]"],
  ["group_member", 'staff, "group"', `${one("staff")}, ${one("user_group")}`],
  ["group_permission", 'page, "group"', `${one("page")}, ${one("user_group")}`],
  ["user_permission", "staff, page", `${one("staff")}, ${one("page")}`],
];

/** Fills every table of a staff list with so many rows, and lets the database know of them. */
export async function fillLists(client: pg.Client, count: number): Promise<void> {
  // Guards that lock something for each row would hold a hundred thousand locks at once.
  await client.query("set session_replication_role = replica; set statement_timeout = 0");
  for (const [table, names, values] of columns) {
    await client.query(`insert into portal.${table} (_id, "createdAt", ${names})
      select ${uuid}, ${at}, ${values} from generate_series(1, ${count}) n ${sources(values)} on conflict do nothing`);
    await client.query(`analyze portal.${table}`);
  }
  await client.query(`insert into portal.audit (_id, at, actorkind, actor, deed, subject)
    select ${uuid}, ${at}, 'staff', ${one("staff")}, (array['college.change', 'staff.change', 'mail.send'])[1 + n % 3], 'college:' || n
    from generate_series(1, ${count}) n ${sources(one("staff"))}`);
  await client.query(`insert into portal.outgoing_mail (_id, "createdAt", recipient, subject, state)
    select ${uuid}, ${at}, 'bench' || n || '@example.com', 'Your application ' || n, (array['waiting', 'sent', 'failed'])[1 + n % 3]
    from generate_series(1, ${count}) n`);
  await client.query(`insert into portal.export (_id, "createdAt", staff, noun, name, filter, rows)
    select ${uuid}, ${at}, ${one("staff")}, 'college', 'Colleges', 'all, by name', n
    from generate_series(1, ${count}) n ${sources(one("staff"))}`);
  await client.query("analyze; reset statement_timeout");
}
