import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { type Copy, copyTemplate } from "../../testing/database.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { clientOf } from "../../testing/portal.ts";

/** A million applicants leave about ten times as many rows in the audit. */
const ROWS = Number(process.env.APPENDED_ROWS ?? 1_000_000);
const MONTHS = 24;
/** Rows of one subject. */
const EACH = 10;
const WRITTEN = 5_000;
vi.setConfig({ testTimeout: 2 * 3_600_000 });

let copy: Copy;
let client: pg.Client;
beforeAll(async () => {
  const place = inject("place");
  copy = await copyTemplate(place);
  client = await clientOf({ database: copy.name }, place);
  await client.query("create schema whole; create schema parted; set session_replication_role = replica");
});
afterAll(async () => {
  await client.end();
  await copy.drop();
});

interface Growing {
  readonly table: string;
  /** When a row was written. */
  readonly time: string;
  /** What a page about one thing asks by. */
  readonly about: string;
  readonly columns: string;
  /** For the n-th of so many subjects, `of`. */
  readonly values: string;
  readonly subject: string;
}

const uuidOf = (number: string) => `lpad(to_hex(${number}), 32, '0')::uuid`;

const growing: readonly Growing[] = [
  {
    ...{ table: "audit", time: "at", about: "subject", columns: "actorkind, actor, deed, subject, after" },
    values: `'applicant', ${uuidOf("subject")}, 'bio.save', 'applicant:' || subject, jsonb_build_object('version', n)`,
    subject: "'applicant:7'",
  },
  {
    ...{ table: "payment_event", time: "at", about: "payment", columns: "payment, kind, code, rrr" },
    values: `${uuidOf("subject")}, 'asked', '021', lpad(subject::text, 12, '0')`,
    subject: uuidOf("7"),
  },
  {
    ...{ table: "outgoing_mail", time: '"createdAt"', about: "recipient", columns: "recipient, subject, state" },
    values: "'person' || subject || '@example.com', 'Your application', 'sent'",
    subject: "'person7@example.com'",
  },
];

/** The table as it is, and the same cut into months; both with the portal's own indexes. */
async function twins({ table, time }: Growing): Promise<void> {
  await client.query(`create table whole.${table} (like portal.${table} including all)`);
  await client.query(`create table parted.${table} (like portal.${table} including all excluding indexes, primary key (_id, ${time}))
    partition by range (${time})`);
  for (let month = 0; month <= MONTHS; month += 1)
    await client.query(`create table parted.${table}_${month} partition of parted.${table}
      for values from (timestamptz '2024-01-01' + interval '${month} months') to (timestamptz '2024-01-01' + interval '${month + 1} months')`);
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'portal.${table}'::regclass and not indisunique`,
  );
  for (const { definition } of rows)
    await client.query(definition.replace(/INDEX \S+ ON portal\./, "INDEX ON parted."));
}

const insert = (
  schema: string,
  { table, time, columns, values }: Growing,
  { from, until }: Record<"from" | "until", number>,
) =>
  `insert into ${schema}.${table} (_id, ${time}, ${columns})
    select ${uuidOf("n")}, least(timestamptz '2024-01-01' + n * interval '${MONTHS} months' / ${ROWS}, '2026-01-20'), ${values}
    from generate_series(${from}, ${until}) n, lateral (select n % ${ROWS / EACH} as subject) one`;

async function milliseconds(statement: string): Promise<number> {
  const begun = performance.now();
  await client.query(statement);
  return performance.now() - begun;
}

async function middle(statement: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 31; turn += 1) times.push(await milliseconds(statement));
  return times.toSorted((one, other) => one - other)[15] ?? 0;
}

const schemas = ["whole", "parted"] as const;
type Twins = Record<(typeof schemas)[number], number>;

async function ofBoth(measured: (schema: (typeof schemas)[number]) => Promise<number>): Promise<Twins> {
  return { whole: await measured("whole"), parted: await measured("parted") };
}

const told = ({ whole, parted }: Twins) => `${whole.toPrecision(3)} and ${parted.toPrecision(3)} ms`;

for (const one of growing)
  test(`${one.table}: as one table and cut into months`, async (context) => {
    const { table, time, about, subject } = one;
    await twins(one);
    for (const schema of schemas) {
      await client.query(insert(schema, one, { from: 1, until: ROWS }));
      await client.query(`vacuum analyze ${schema}.${table}`);
    }
    const page = (schema: string) => `select * from ${schema}.${table} order by ${time} desc, _id desc limit 20`;
    const own = (schema: string) =>
      `select * from ${schema}.${table} where ${about} = ${subject} order by ${time} desc limit 20`;
    for (const asked of [page, own])
      expect((await client.query(asked("parted"))).rows).toEqual((await client.query(asked("whole"))).rows);
    const write = await ofBoth(async (schema) => {
      const took = await milliseconds(`do $$ begin for place in ${ROWS + 1}..${ROWS + WRITTEN} loop
        ${insert(schema, one, { from: 0, until: 0 }).replace("generate_series(0, 0)", "generate_series(place, place)")};
        end loop; end $$`);
      return took / WRITTEN;
    });
    const newest = await ofBoth((schema) => middle(page(schema)));
    const ofOne = await ofBoth((schema) => middle(own(schema)));
    const month = {
      whole: await milliseconds(`delete from whole.${table} where ${time} < '2024-02-01'`),
      parted: await milliseconds(`drop table parted.${table}_0`),
    };
    const left = schemas.map((schema) => client.query(`select count(*)::int as n from ${schema}.${table}`));
    const counts = (await Promise.all(left)).map(({ rows }) => rows[0].n);
    expect(counts[1]).toBe(counts[0]);
    keepEvidence(context, {
      asked: `${ROWS.toLocaleString("en")} rows as one table, and cut into ${MONTHS} months: where do parts pay?`,
      measured: `a row written ${told(write)}, the newest page ${told(newest)}, the rows of one ${told(ofOne)}, the oldest month taken away ${told(month)}`,
    });
  });
