import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { RankedPlace } from "../../merit-rank/merit-rank.rules.ts";
import { previewRun } from "../merit-list.calls.contract.ts";
import { totalsOf, warningsOf } from "../merit-list.rules.ts";
import { findRun, readAtOneMoment } from "../run/run.server.ts";
import { drawnLists } from "./draw.make.server.ts";
import type { DrawnList } from "./draw.server.ts";

/** What if: the list as a scheme would draw it now, of which nothing is kept. */
export function meritPreviewCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, previewRun, staff("merit-lists.change"), async ({ who, body }) => {
    requireWholeCollege(who);
    const { lists } = await drawnLists(db, body);
    const other = body.against ? await standings(db, (await findRun(db, body.against))._id) : null;
    const programmes = lists.map(({ summary, places }) => ({ ...summary, change: other && differing(places, other) }));
    const changes = programmes.flatMap(({ change }) => change ?? []);
    return {
      totals: totalsOf(programmes),
      programmes,
      change: other && changes.reduce(added, { entered: 0, left: 0, moved: 0 }),
      warnings: warningsOf(body.scheme, programmes, scienceIn(body.scheme.sciences, lists)),
    };
  });
}

/** The offers to programmes of the schools that count as science. */
export function scienceIn(
  schools: readonly string[],
  lists: readonly Pick<DrawnList, "college" | "summary">[],
): { offers: number; all: number } {
  const count = (some: readonly Pick<DrawnList, "summary">[]) =>
    some.reduce((sum, { summary }) => sum + summary.offers, 0);
  return { offers: count(lists.filter(({ college }) => schools.includes(college))), all: count(lists) };
}

interface Standing {
  readonly outcome: string;
  readonly rank: number | null;
  readonly quota: string | null;
}

async function standings(db: Database, run: string): Promise<Map<string, Standing>> {
  const { rows } = await readAtOneMoment(db, (trx) =>
    sql<Standing & { application: string }>`select application, outcome, rank, quota
      from portal.merit_place where run = ${run}`.execute(trx),
  );
  return new Map(rows.map(({ application, ...standing }) => [application, standing]));
}

/** How many have a seat here and not there, there and not here, or another rank or quota. */
function differing(places: readonly RankedPlace[], other: ReadonlyMap<string, Standing>) {
  const counts = { entered: 0, left: 0, moved: 0 };
  for (const { of, outcome, rank, quota } of places) {
    const before = other.get(of.application);
    const is = outcome === "Offer";
    const was = before?.outcome === "Offer";
    if (is && !was) counts.entered += 1;
    else if (was && !is) counts.left += 1;
    else if (before && (before.rank !== rank || before.quota !== quota)) counts.moved += 1;
  }
  return counts;
}

type Counts = ReturnType<typeof differing>;

const added = (sum: Counts, one: Counts): Counts => ({
  entered: sum.entered + one.entered,
  left: sum.left + one.left,
  moved: sum.moved + one.moved,
});
