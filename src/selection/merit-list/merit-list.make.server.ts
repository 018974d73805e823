import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import type { Scheme } from "../merit-scheme/merit-scheme.contract.ts";
import { requireSchools } from "../merit-scheme/merit-scheme.server.ts";
import { makeRun } from "./merit-list.calls.contract.ts";
import { type Drawn, draw } from "./merit-list.draw.server.ts";
import { gather } from "./merit-list.gather.server.ts";
import { storeLists } from "./merit-list.store.server.ts";
import { type Totals, totalsOf } from "./merit-list.summary.contract.ts";

/** Makes a run: the list as the scheme draws it at this moment, kept whole under the session's next number. */
export function meritMakeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, makeRun, staff("merit-lists.change"), async (ask) => {
    const { who, body } = ask;
    requireWholeCollege(who);
    const { session, lists } = await drawnLists(db, body);
    const totals = totalsOf(lists.map(({ summary }) => summary));
    if (totals.applications === 0)
      throw refuse(`Nobody waits for an offer of ${session.name}, so there is nobody to rank`);
    const made = await write(app, ask, async ({ trx, note }) => {
      const _id = newId();
      const { scheme, note: words } = body;
      const version = await addRun(trx, { _id, session: session._id, scheme, words, totals, madeby: who.staff });
      await storeLists(trx, _id, lists);
      note({
        deed: "merit_run.make",
        subject: `merit_run:${_id}`,
        after: { session: session._id, version, scheme, totals },
      });
      const message = `Run ${version} of ${session.name}: ${number(totals.offers)} offers for ${number(totals.free)} seats`;
      return { type: "success" as const, message, _id, version };
    });
    await countRows(db).catch((fault) => ask.request.log.warn({ err: fault }, "places were not counted"));
    return made;
  });
}

/** The lists of a session as a scheme draws them now. Refuses a session, or a school of science, that is not there. */
export async function drawnLists(
  db: Database,
  { session, scheme }: { readonly session: string; readonly scheme: Scheme },
): Promise<{ session: { readonly _id: string; readonly name: string }; lists: Drawn[] }> {
  const [found] = isId(session) ? (await sessionsById(db, [session])).values() : [];
  if (!found) throw refuseFields({ session: "This session is not there any more. Choose another" });
  await requireSchools(db, scheme);
  return { session: found, lists: await draw(scheme, await gather(db, found._id)) };
}

/**
 * The planner hears of so many new rows by itself a minute later; the list is looked at sooner. Should others count them at
 * the moment, it is left to them.
 */
const countRows = (db: Database) => sql`analyze (skip_locked) portal.merit_place`.execute(db);

interface Adding {
  readonly _id: string;
  readonly session: string;
  readonly scheme: Scheme;
  readonly words: string | undefined;
  readonly totals: Totals;
  readonly madeby: string;
}

/** Two that are made at once: the later one waits for the number of the first, and takes the next. */
async function addRun(trx: Trx, { _id, session, scheme, words, totals, madeby }: Adding): Promise<number> {
  await sql`select set_config('lock_timeout', '20s', true), set_config('statement_timeout', '20s', true)`.execute(trx);
  const { applications, offers, waiting } = totals;
  const { rows } = await onConstraint(
    { merit_run_version: tryAgain },
    sql<{ version: number }>`
      insert into portal.merit_run (_id, session, version, scheme, note, applications, offers, waiting, madeby)
      select ${_id}, ${session}, coalesce(max(version), 0) + 1, ${JSON.stringify(scheme)}::jsonb, ${words ?? null},
        ${applications}, ${offers}, ${waiting}, ${madeby}
      from portal.merit_run where session = ${session} returning version`.execute(trx),
  );
  const [row] = rows;
  if (!row) throw new Error("A run was not kept");
  return row.version;
}

const number = (of: number) => of.toLocaleString("en-NG");
