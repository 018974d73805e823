import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "kysely";
import type { SubmittedResults } from "#academics/eligibility/eligibility.submitted.rules.ts";
import { everyChoice } from "#applications/application/application.server.ts";
import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { everyIntake } from "#calendar/intake/intake.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { judgeableResults, readEntryRules, reviewsOf, verdictBy } from "../../review/review.server.ts";

/** A programme wished beside the first, and what its entry rules say of the results. */
export interface FurtherWish {
  readonly programme: string;
  /** 2 or 3. */
  readonly rank: number;
  readonly verdict: string;
}

interface Row {
  readonly application: string;
  readonly wishes: readonly { readonly programme: string; readonly rank: number }[];
  readonly results: SubmittedResults;
}

/** Enough that their number does not count, few enough that others are served between. */
const AT_ONCE = 2_000;

/**
 * The second and third choices of a session's applications that wait for an offer, by application, in their order; judged now by
 * the rules of each programme. One that an application has moved to is its first.
 */
export async function furtherWishes(trx: Trx, session: string): Promise<ReadonlyMap<string, FurtherWish[]>> {
  const { rows } = await sql<Row>`
    select review._id as application, wished.list as wishes, judgeable.results
    from (${reviewsOf(session)}) review
    join lateral (select jsonb_agg(jsonb_build_object('programme', c.programme, 'rank', c.rank) order by c.rank) as list
      from ${everyChoice()} c where c.application = review._id and c.programme <> review.programme) wished on wished.list is not null
    join (${judgeableResults()}) judgeable on judgeable._id = review._id
    where review.state not in ('Offered', 'Accepted', 'Lapsed', 'Withdrawn', 'Declined', 'Deferred')`.execute(trx);
  const rules = await rulesOf(trx, session);
  const found = new Map<string, FurtherWish[]>();
  for (const [nth, { application, wishes, results }] of rows.entries()) {
    found.set(
      application,
      wishes.map((wish) => ({
        ...wish,
        verdict: verdictBy(rules.get(wish.programme), results),
      })),
    );
    if (nth % AT_ONCE === 0) await breathe();
  }
  return found;
}

async function rulesOf(trx: Trx, session: string): Promise<ReadonlyMap<string, EntryRules>> {
  const { rows } = await sql<{ programme: string; entryrules: unknown }>`
    select intake.programme, intake.entryrules from (${everyIntake()}) intake where intake.session = ${session}`.execute(
    trx,
  );
  return new Map(rows.map(({ programme, entryrules }) => [programme, readEntryRules(entryrules)]));
}
