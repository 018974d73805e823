import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { csvOf } from "#console/table-file/table-file.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { ListPreview } from "../outgoing-list.contract.ts";
import { kindRules } from "../outgoing-list.rules.ts";
import { type ListOf, type ListRow, rowsOfList } from "./make.rows.server.ts";

/** Refuses a session or programme that is not there, a class of another list, and classes of a session that does not run. */
export async function requireListable(db: Database | Trx, of: ListOf): Promise<void> {
  const { kind, session, programme, level } = of;
  const found = isId(session) ? await sessionsById(db, [session]) : new Map();
  if (!found.has(session)) throw refuseFields("choice-not-found", { session: "This session does not exist" });
  if (kind !== "Class list" && (programme !== null || level !== null))
    throw refuseFields("class-list-alone", {
      programme: "A programme and a level make a class list. Leave them empty, or make a class list",
    });
  if (programme !== null && !(isId(programme) && (await programmesById(db, [programme])).has(programme)))
    throw refuseFields("choice-not-found", { programme: "This programme does not exist" });
  if (level !== null && level % 100 !== 0)
    throw refuseFields("no-such-level", { level: "Level must be one of 100, 200, 300 and so on" });
  if (!kindRules[kind].runs) return;
  const running = await usualRunningSession(db);
  if (running.session !== session)
    throw refuseFields("session-not-running", {
      session: "Classes are known as they stand now: choose the session that runs",
    });
}

/** What a list would hold now, and what is missing. */
export async function previewOf(db: Database, of: ListOf): Promise<ListPreview> {
  const rows = await rowsOfList(db, of);
  const counted = new Map<string, { lack: string; held: boolean; count: number }>();
  for (const { holding, lacking } of rows)
    for (const [held, lacks] of [
      [true, holding],
      [false, lacking],
    ] as const)
      for (const said of lacks) {
        // What stands behind the colon is one person's.
        const [lack = said] = said.split(":");
        const before = counted.get(lack);
        counted.set(lack, { lack, held: held || before?.held === true, count: (before?.count ?? 0) + 1 });
      }
  const sent = rows.filter(isSent);
  return {
    title: await titleOf(db, of),
    people: countOf(sent),
    held: countOf(rows) - countOf(sent),
    lacks: [...counted.values()].toSorted(
      (one, other) => Number(other.held) - Number(one.held) || other.count - one.count,
    ),
  };
}

const isSent = ({ holding }: ListRow): boolean => holding.length === 0;

const countOf = (rows: readonly ListRow[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/** Makes a list of what stands now: its lines, and the file of those that are not held back. */
export async function keepList(
  { trx, note }: Work,
  of: ListOf,
  madeby: string,
): Promise<{ _id: string; title: string }> {
  await requireListable(trx, of);
  const { kind, session, programme, level } = of;
  const rows = await rowsOfList(trx, of);
  const sent = rows.filter(isSent);
  if (sent.length === 0)
    throw refuse("list-empty", "Nobody would stand in this list, so there is none to make. Look what is missing first");
  const held = rows.filter((row) => !isSent(row));
  const edition = await nextEdition(trx, of);
  const title = `${await titleOf(trx, of)}, edition ${edition}`;
  const content = await fileOf(of, sent);
  const _id = newId();
  const counts = { people: countOf(sent), held: countOf(held) };
  const file = {
    filename: `${title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/-$/, "")}.csv`,
    bytes: content.length,
    digest: createHash("sha256").update(content).digest("hex"),
  };
  await onConstraint(
    { outgoing_list_one_made: waitsAlready, outgoing_list_once: waitsAlready },
    trx
      .insertInto("outgoing_list")
      .values({ _id, kind, session, programme, level, edition, title, ...counts, ...file, madeby })
      .execute(),
  );
  await trx.insertInto("outgoing_list_file").values({ list: _id, content }).execute();
  await keepLines(trx, _id, [...sent, ...held]);
  note({
    deed: "outgoing_list.make",
    subject: `outgoing_list:${_id}`,
    after: { title, ...counts, digest: file.digest },
  });
  return { _id, title };
}

const waitsAlready = () =>
  refuse(
    "list-waits-already",
    "A list of the same kind waits to be signed off. Sign that one off or drop it, then make another",
  );

async function nextEdition(trx: Trx, { kind, session, programme, level }: ListOf): Promise<number> {
  const { rows } = await sql<{ edition: number }>`
    select coalesce(max(edition), 0) + 1 as edition from portal.outgoing_list
    where kind = ${kind} and session = ${session} and programme is not distinct from ${programme}::uuid
      and level is not distinct from ${level}::smallint`.execute(trx);
  return rows[0]?.edition ?? 1;
}

async function titleOf(db: Database | Trx, { kind, session, programme, level }: ListOf): Promise<string> {
  const found = (await sessionsById(db, [session])).get(session);
  const one = programme === null ? undefined : (await programmesById(db, [programme])).get(programme);
  const said = [one && programmeTitle(one), level && `${level} level`].filter(Boolean).join(", ");
  return `${kind} ${found?.name ?? ""}${said && `: ${said}`}`;
}

/** The file of a list, numbered. */
const fileOf = ({ kind }: ListOf, rows: readonly ListRow[]): Promise<Buffer> =>
  buffer(csvOf(["S/N", ...kindRules[kind].headings], numbered(rows)));

async function* numbered(rows: readonly ListRow[]): AsyncGenerator<(string | number | null)[][]> {
  yield rows.map(({ cells }, at) => [at + 1, ...cells]);
}

/** Lines in one statement: a second or less. */
const AT_ONCE = 5_000;

async function keepLines(trx: Trx, list: string, rows: readonly ListRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const lines = rows.slice(at, at + AT_ONCE).map(({ holding, lacking, ...row }, nth) => ({
      ...row,
      _id: newId(),
      place: at + nth + 1,
      standing: holding.length === 0 ? "In the file" : "Held back",
      lacks: [...holding, ...lacking].join(". ") || null,
    }));
    await sql`insert into portal.outgoing_list_line (_id, list, place, student, matric, jamb, name, programme, level, count, standing,
        lacks, cells)
      select n._id, ${list}, n.place, n.student, n.matric, n.jamb, n.name, n.programme, n.level, n.count, n.standing, n.lacks, n.cells
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(_id uuid, place integer, student uuid, matric text, jamb text,
        name text, programme uuid, level smallint, count integer, standing text, lacks text, cells jsonb)`.execute(trx);
  }
}
