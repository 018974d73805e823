import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/perform.server.ts";
import { moveReviews } from "../review/review.move.server.ts";
import type { Decision, Standing } from "./recommendation.reasons.contract.ts";
import { lockedStanding, type Stood } from "./recommendation.standing.server.ts";

export interface Deciding {
  readonly who: Officer;
  /** Of applications, within the officer's reach. */
  readonly ids: readonly string[];
  /** Where the officer saw all of them stand. */
  readonly seen: Standing;
  readonly decision: Decision;
  readonly kind: string;
  readonly reason?: string | undefined;
}

/**
 * Decides about applications, all or none: each gets a row of its own, and its file goes where the decision leads. The same
 * decision stands once more only for those that a dean sent back. Refuses one's own file (403) and a file that stands
 * otherwise than was seen (409).
 */
export async function decide(work: Work, { who, ids, seen, decision, kind, reason }: Deciding): Promise<void> {
  const stood = await lockedStanding(work.trx, ids, seen);
  if (seen === decision) await affirm(work, who, stood, decision);
  else await moveReviews(work, { who, ids, to: decision, reason: why(kind, reason), deed: "recommendation.decide" });
  await sql`insert into portal.recommendation (_id, application, decision, kind, reason, recommendedby)
    select * from unnest(${stood.map(() => newId())}::uuid[], ${stood.map(({ _id }) => _id)}::uuid[]) as n(_id, application)
    cross join (select ${decision}::text, ${kind}::text, ${reason ?? null}::text, ${who.staff}::uuid) as d`.execute(
    work.trx,
  );
}

/** A decision that a dean sent back is made once more, with another reason. */
async function affirm({ trx, note }: Work, who: Officer, stood: readonly Stood[], decision: Decision): Promise<void> {
  await refuseOwnFiles(
    trx,
    who,
    stood.map(({ applicant }) => applicant),
  );
  const settled = stood.find(({ answer }) => answer !== "Sent back");
  if (settled) throw refuse(`${settled.code} is ${decision.toLowerCase()} already, so nothing was changed`);
  for (const { _id } of stood)
    note({
      deed: "recommendation.affirm",
      subject: `review:${_id}`,
      before: { state: decision },
      after: { state: decision },
    });
}

const why = (kind: string, reason: string | undefined) => (reason ? `${kind}: ${reason}`.slice(0, 500) : kind);
