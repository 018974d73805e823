import { sql } from "kysely";
import { sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { enqueueLater } from "#platform/jobs/jobs.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { ListPreview } from "../outgoing-list.contract.ts";
import { kindRules } from "../outgoing-list.rules.ts";
import { makeListJob } from "./make.job.server.ts";
import { type ListOf, rowsOfList } from "./make.rows.server.ts";

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

/** What a list would hold now, and what is missing. What stands behind a colon is one person's. */
export async function previewOf(db: Database | Trx, of: ListOf): Promise<ListPreview> {
  const { rows } = await sql<Omit<ListPreview, "title">>`
    with r as materialized (select r.count, r.holding, r.lacking from (${rowsOfList(of)}) r),
    said as (
      select split_part(one.lack, ':', 1) as lack, one.held from r
        cross join lateral (select unnest(r.holding) as lack, true as held union all select unnest(r.lacking), false) one),
    lacks as (select lack, bool_or(held) as held, count(*)::int as count from said group by lack)
    select coalesce((select sum(count) from r where cardinality(holding) = 0), 0)::int as people,
      coalesce((select sum(count) from r where cardinality(holding) > 0), 0)::int as held,
      coalesce((select jsonb_agg(to_jsonb(lacks) order by held desc, count desc, lack) from lacks), '[]') as lacks`.execute(
    db,
  );
  return { title: await titleOf(db, of), ...(rows[0] ?? { people: 0, held: 0, lacks: [] }) };
}

/** Orders a list of what stands now. Refuses one in which nobody would stand, and a second one of its kind that waits. */
export async function orderList(
  { trx, note }: Work,
  of: ListOf,
  madeby: string,
): Promise<{ _id: string; title: string }> {
  await requireListable(trx, of);
  const { title: called, people, held } = await previewOf(trx, of);
  if (people === 0)
    throw refuse("list-empty", "Nobody would stand in this list, so there is none to make. Look what is missing first");
  const edition = await nextEdition(trx, of);
  const title = `${called}, edition ${edition}`;
  const filename = `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "")}.csv`;
  const _id = newId();
  await onConstraint(
    { outgoing_list_one_made: waitsAlready, outgoing_list_once: waitsAlready },
    trx
      .insertInto("outgoing_list")
      .values({ _id, ...of, edition, title, people, held, filename, madeby, state: "Being made" })
      .execute(),
  );
  await enqueueLater(trx, makeListJob, { list: _id }, 0, `make-list ${_id}`);
  note({ deed: "outgoing_list.order", subject: `outgoing_list:${_id}`, after: { title, people, held } });
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
