import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { csvOf } from "#console/table-file/table-file.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Job } from "#platform/jobs/jobs.server.ts";
import { type Performer, perform, type Trx, type Work } from "#platform/write/perform.server.ts";
import { kindRules, type ListKind } from "../outgoing-list.rules.ts";
import { type ListOf, rowsOfList } from "./make.rows.server.ts";

interface OrderedList extends ListOf {
  readonly _id: string;
  readonly title: string;
  readonly madeby: string;
}

/** Thrown where a list was dropped while it was being made. */
class DroppedMeanwhile extends Error {}

/** Makes a list that was ordered, of what stands now: all its lines and its file, or nothing. */
export const makeListJob: Job<{ readonly list: string }> = {
  name: "make-list",
  attempts: 25,
  lane: ({ list }) => `make-list ${list}`,
  async run({ portal: { db } }, { list }) {
    const { rows } = await sql<OrderedList>`select _id, kind, session, programme, level, title, madeby
      from portal.outgoing_list where _id = ${list} and state = 'Being made'`.execute(db);
    const [ordered] = rows;
    if (!ordered) return;
    const by: Performer = { actor: { kind: "staff", id: ordered.madeby }, request: null };
    try {
      await perform(db, by, (work) => makeList(db, work, ordered));
    } catch (fault) {
      if (!(fault instanceof DroppedMeanwhile)) throw fault;
    }
  },
};

/** A hundred thousand lines in one statement take longer than a call may. */
const PATIENCE = sql`set local statement_timeout = '5min'`;

async function makeList(db: Database, { trx, note }: Work, list: OrderedList): Promise<void> {
  const { _id, kind, title, madeby } = list;
  await PATIENCE.execute(trx);
  const counts = await keepLines(trx, list);
  const content = counts.people === 0 ? null : await fileOf(db, trx, _id, kind);
  const file = content && { bytes: content.length, digest: createHash("sha256").update(content).digest("hex") };
  // Whom it was ordered for may all have left since.
  const gone = { decidedby: madeby, decidedAt: sql<string>`now()`, decision: "Nobody stands in it any more" };
  const { numUpdatedRows } = await trx
    .updateTable("outgoing_list")
    .set({
      ...counts,
      version: sql`version + 1`,
      ...(file ? { ...file, state: "Made" } : { ...gone, state: "Dropped" }),
    })
    .where("_id", "=", _id)
    .where("state", "=", "Being made")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new DroppedMeanwhile();
  if (content) await trx.insertInto("outgoing_list_file").values({ list: _id, content }).execute();
  note({
    deed: "outgoing_list.make",
    subject: `outgoing_list:${_id}`,
    after: { title, people: counts.people, held: counts.held, digest: file?.digest },
  });
}

interface Counts {
  readonly people: number;
  readonly held: number;
  /** Lines of the file. */
  readonly written: number;
}

/** Every line as it stands now, in the order of the file and those that are held back last. Answers how many people and lines they are. */
async function keepLines(trx: Trx, list: OrderedList): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with kept as (
      insert into portal.outgoing_list_line (_id, list, place, student, matric, jamb, name, programme, level, count, standing, lacks,
        cells)
      select gen_random_uuid(), ${list._id}, row_number() over (order by cardinality(r.holding) > 0, r.title nulls last,
          r.level nulls last, r.name, r.student),
        r.student, r.matric, r.jamb, r.name, r.programme, r.level, r.count,
        case when cardinality(r.holding) = 0 then 'In the file' else 'Held back' end,
        nullif(array_to_string(r.holding || r.lacking, '. '), ''), r.cells
      from (${rowsOfList(list)}) r returning count, standing)
    select coalesce(sum(count) filter (where standing = 'In the file'), 0)::int as people,
      coalesce(sum(count) filter (where standing = 'Held back'), 0)::int as held,
      (count(*) filter (where standing = 'In the file'))::int as written from kept`.execute(trx);
  return rows[0] ?? { people: 0, held: 0, written: 0 };
}

/** The file of a list, numbered. */
const fileOf = (db: Database, trx: Trx, list: string, kind: ListKind): Promise<Buffer> =>
  buffer(csvOf(["S/N", ...kindRules[kind].headings], cellsOf(db, trx, list)));

/** Lines read at once; then whoever waits is told how far it is. */
const AT_ONCE = 5_000;

async function* cellsOf(db: Database, trx: Trx, list: string): AsyncGenerator<(string | number | null)[][]> {
  for (let after = 0, some = AT_ONCE; some === AT_ONCE; after += AT_ONCE) {
    const { rows } = await sql<{ place: number; cells: (string | number | null)[] }>`
      select l.place, l.cells from portal.outgoing_list_line l
      where l.list = ${list} and l.standing = 'In the file' and l.place > ${after} order by l.place limit ${AT_ONCE}`.execute(
      trx,
    );
    some = rows.length;
    if (some === AT_ONCE)
      await sql`update portal.outgoing_list set written = ${after + some} where _id = ${list} and state = 'Being made'`.execute(
        db,
      );
    yield rows.map(({ place, cells }) => [place, ...cells]);
  }
}
