import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { keepLine } from "#platform/http/slow-body.server.ts";
import { type Trx, tryAgain } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { RankedPlace } from "../../merit-rank/merit-rank.rules.ts";
import type { MeritScheme } from "../../merit-scheme/merit-scheme.contract.ts";
import { requireSchools } from "../../merit-scheme/merit-scheme.server.ts";
import { makeRun } from "../merit-list.calls.contract.ts";
import { totalsOf } from "../merit-list.rules.ts";
import type { ListTotals } from "../merit-list.summary.contract.ts";
import { type DrawnList, drawLists, gatherSession } from "./draw.server.ts";

// Rows of one statement: enough that their number does not count, few enough for its time to be short.
const AT_ONCE = 10_000;

/** Keeps the lists of a run that is there: what it holds of each programme, and every place in the order of the list. */
async function storeLists(trx: Trx, run: string, lists: readonly DrawnList[]): Promise<void> {
  await storeProgrammes(trx, run, lists);
  const places = lists.flatMap((list) =>
    list.places.map((place) => ({ place, programme: list.summary.programme._id })),
  );
  let stored: Promise<unknown> = Promise.resolve();
  for (let first = 0; first < places.length; first += AT_ONCE) {
    // Put into words while those before are being kept.
    const columns = columnsOf(places.slice(first, first + AT_ONCE));
    await stored;
    stored = storePlaces(trx, run, first, columns);
  }
  await stored;
}

const storeProgrammes = (trx: Trx, run: string, lists: readonly DrawnList[]) =>
  sql`insert into portal.merit_programme (run, programme, place, seats, taken, applications, ranked, offers, waiting, quotas, why,
      withoututme, withoutscreening)
    select ${run}, p.programme, p.place, p.seats, p.taken, p.applications, p.ranked, p.offers, p.waiting, p.quotas, p.why,
      p.withoututme, p.withoutscreening
    from jsonb_to_recordset(${JSON.stringify(lists.map(({ summary }, at) => ({ ...summary, programme: summary.programme._id, place: at + 1 })))}::jsonb)
      as p(programme uuid, place integer, seats integer, taken integer, applications integer, ranked integer, offers integer,
        waiting integer, quotas jsonb, why jsonb, withoututme integer, withoutscreening integer)`.execute(trx);

interface Row {
  readonly place: RankedPlace;
  readonly programme: string;
}

function columnsOf(rows: readonly Row[]) {
  const all = (part: (of: RankedPlace) => string | number | null) => asArray(rows.map(({ place }) => part(place)));
  return {
    ids: asArray(rows.map(newId)),
    applications: all(({ of }) => of.application),
    programmes: asArray(rows.map(({ programme }) => programme)),
    states: all(({ of }) => of.stateoforigin),
    ranks: all(({ rank }) => rank),
    aggregates: all(({ aggregate }) => aggregate),
    utme: all(({ of }) => of.utme),
    screenings: all(({ of }) => of.screening),
    points: all(({ points }) => points),
    outcomes: all(({ outcome }) => outcome),
    quotas: all(({ quota }) => quota),
    reasons: all(({ reason }) => reason),
    wishes: all(({ of }) => of.wish),
  };
}

/** As PostgreSQL reads an array. The driver would make it of ours too, though only when the statement's turn has come. */
const asArray = (values: readonly (string | number | null)[]) => `{${values.map(asElement).join(",")}}`;

const asElement = (value: string | number | null) =>
  typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : String(value);

const storePlaces = (trx: Trx, run: string, first: number, of: ReturnType<typeof columnsOf>) =>
  sql`insert into portal.merit_place (_id, run, place, application, programme, stateoforigin, rank, aggregate, utme,
      screening, points, outcome, quota, reason, wish)
    select p._id, ${run}, ${first}::integer + p.place, p.application, p.programme, p.stateoforigin, p.rank,
      p.aggregate::numeric / 100, p.utme, p.screening::numeric / 100, p.points, p.outcome, p.quota, p.reason, p.wish
    from unnest(${of.ids}::uuid[], ${of.applications}::uuid[], ${of.programmes}::uuid[], ${of.states}::text[],
      ${of.ranks}::integer[], ${of.aggregates}::integer[], ${of.utme}::smallint[], ${of.screenings}::integer[],
      ${of.points}::smallint[], ${of.outcomes}::text[], ${of.quotas}::text[], ${of.reasons}::text[],
      ${of.wishes}::smallint[]) with ordinality
      as p(_id, application, programme, stateoforigin, rank, aggregate, utme, screening, points, outcome, quota, reason, wish, place)`.execute(
    trx,
  );

/** Makes a run: the list as the scheme draws it at this moment, kept whole under the session's next number. */
export function meritMakeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, makeRun, staff("merit-lists.change"), async (ask) => {
    const { who, body } = ask;
    requireWholeCollege(who);
    keepLine(ask.request);
    const { session, lists } = await drawnLists(db, body);
    const totals = totalsOf(lists.map(({ summary }) => summary));
    if (totals.applications === 0)
      throw refuse("nobody-waits", `Nobody waits for an offer of ${session.name}, so there is nobody to rank`);
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
      const message = `Run ${version} of ${session.name}: ${asFigure(totals.offers)} offers for ${asFigure(totals.free)} seats`;
      return { type: "success" as const, message, _id, version };
    });
    await countRows(db).catch((fault) => ask.request.log.warn({ err: fault }, "places were not counted"));
    return made;
  });
}

/** The lists of a session as a scheme draws them now. Refuses a session, or a school of science, that is not there. */
export async function drawnLists(
  db: Database,
  { session, scheme }: { readonly session: string; readonly scheme: MeritScheme },
): Promise<{ session: { readonly _id: string; readonly name: string }; lists: DrawnList[] }> {
  const [found] = isId(session) ? (await sessionsById(db, [session])).values() : [];
  if (!found) throw refuseFields("choice-not-found", { session: "This session is not there any more. Choose another" });
  await requireSchools(db, scheme);
  return { session: found, lists: await drawLists(scheme, await gatherSession(db, found._id)) };
}

/**
 * The planner hears of so many new rows by itself a minute later; the list is looked at sooner. Should others count them at
 * the moment, it is left to them.
 */
const countRows = (db: Database) => sql`analyze (skip_locked) portal.merit_place`.execute(db);

interface Adding {
  readonly _id: string;
  readonly session: string;
  readonly scheme: MeritScheme;
  readonly words: string | undefined;
  readonly totals: ListTotals;
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
