import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import { banners, readBanners } from "./banner.contract.ts";
import type { StandingBanner } from "./banner.rules.ts";

const bannerRules: RecordRules<typeof banners> = {
  of: banners,
  table: "banner",
  within: wholeCollege,
  check: async ({ trx }, { before, form }) => {
    if (!form) return;
    if (form.ends <= form.starts) throw refuseFields("days-crossed", { ends: "Until must come after From" });
    if (before?.ends === form.ends) return;
    const { rows } = await sql<{ over: boolean }>`select ${form.ends}::timestamptz <= now() as over`.execute(trx);
    if (rows[0]?.over)
      throw refuseFields("time-is-over", { ends: "Until is over already. Choose a minute that comes" });
  },
};

/** How old what a page is served with may be. */
const FRESH_MS = 5_000;

const held = new WeakMap<Portal, { readonly at: number; readonly list: Promise<readonly StandingBanner[]> }>();

/** The banners that stand now or within the hour, at most five seconds old. None while the database is away. */
export function bannersNow({ portal }: FastifyInstance): Promise<readonly StandingBanner[]> {
  const known = held.get(portal);
  if (known && Date.now() - known.at < FRESH_MS) return known.list;
  const list =
    sql<StandingBanner>`select _id, text, kind, places, to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as starts,
      to_char(ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends
    from portal.banner where starts <= now() + interval '1 hour' and ends > now() order by starts, _id limit 5`
      .execute(portal.db)
      .then(
        ({ rows }) => rows,
        () => [],
      );
  held.set(portal, { at: Date.now(), list });
  return list;
}

function bannerCalls(app: FastifyInstance): void {
  handle(app, readBanners, everyone, async () => ({
    list: (await bannersNow(app)).map((one) => ({ ...one, places: [...one.places] })),
  }));
}

export const bannerNoun: Noun = {
  name: "banner",
  calls: bannerCalls,
  records: [bannerRules],
};
