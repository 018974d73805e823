import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { freeSeats, seatsOf } from "#calendar/intake/intake.taken.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { frozenRunsOf } from "#selection/merit-list/merit-list.read.server.ts";
import { lapsedOf } from "../offer/offer.free.server.ts";
import { wantedByLists } from "../release/release.seats.server.ts";
import { waitingByProgramme } from "../release/release.waiting.server.ts";
import { type ProgrammeStanding, readReplacements } from "./replacement.contract.ts";
import { replacementDeedCalls } from "./replacement.deed.server.ts";

export function replacementCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readReplacements, staff("offers"), async ({ who, params: { session } }) => {
    requireWholeCollege(who);
    const grace = await readSetting(db, "seatGraceDays");
    if (!isId(session)) return { grace, run: null, programmes: [] };
    const [run] = await frozenRunsOf(db, session);
    return { grace, run: run?.version ?? null, programmes: await standings(db, session, run?._id) };
  });

  replacementDeedCalls(app);
}

/** Programmes where something has lapsed, or somebody waits for a free seat. */
async function standings(db: Database, session: string, run: string | undefined): Promise<ProgrammeStanding[]> {
  const [lapsed, seats, waiting, wanted] = await Promise.all([
    lapsedOf(db, session),
    seatsOf(db, session),
    run === undefined ? new Map<string, number>() : waitingByProgramme(db, session, run),
    wantedByLists(db, session),
  ]);
  const ids = [
    ...new Set([
      ...lapsed.keys(),
      ...waiting.keys(),
      ...[...seats].flatMap(([id, { beyond }]) => (beyond > 0 ? [id] : [])),
    ]),
  ];
  const titles = await programmesById(db, ids);
  return ids
    .map((programme) => {
      const named = titles.get(programme);
      const held = seats.get(programme) ?? { seats: null, taken: 0, beyond: 0 };
      const { lapsed: over = 0, unsure = 0, ready = 0 } = lapsed.get(programme) ?? {};
      const [free, queue] = [freeSeats(held), waiting.get(programme) ?? 0];
      const elsewhere = wanted.get(programme) ?? 0;
      const most = free === null ? 0 : Math.min(queue, Math.max(0, free - elsewhere + ready - held.beyond));
      return {
        programme,
        title: named ? programmeTitle(named) : "",
        ...held,
        free,
        elsewhere,
        lapsed: over,
        unsure,
        ready,
        waiting: queue,
        most,
      };
    })
    .sort((one, other) => one.title.localeCompare(other.title));
}
