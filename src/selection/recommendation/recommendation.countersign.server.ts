import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Work } from "#platform/perform.server.ts";
import type { Decision } from "./recommendation.reasons.contract.ts";
import { lockedStanding, requireNoNewer, type Stood } from "./recommendation.standing.server.ts";

interface Answering {
  readonly who: Officer;
  /** Of applications, within the officer's reach. */
  readonly ids: readonly string[];
  /** The decision that the officer saw on all of them. */
  readonly seen: Decision;
  /** When the latest of the decisions was made that the officer looked at. */
  readonly seenAt: string;
  readonly answer: "Countersigned" | "Sent back";
  readonly reason?: string | undefined;
}

/**
 * A dean's answer to decisions, all or none. Refuses where the college asks for none, one's own decision and one's own file
 * (403), and a decision that is another by now, made anew since it was looked at, or has its answer (409).
 */
export async function countersignAll(work: Work, { who, ids, seen, seenAt, answer, reason }: Answering): Promise<void> {
  const { trx, note } = work;
  if ((await readSetting(trx, "countersignature")) !== "asked")
    throw refuse("The college does not ask for a countersignature, so there is nothing to countersign");
  const stood = await lockedStanding(trx, ids, seen);
  await refuseOwnFiles(
    trx,
    who,
    stood.map(({ applicant }) => applicant),
  );
  for (const { code, recommendedby } of stood) {
    if (recommendedby === null) throw refuse(`Nobody has decided about ${code}, so there is nothing to countersign`);
    requireAnother(who, recommendedby);
  }
  await requireNoNewer(trx, stood, seenAt);
  requireOpen(stood);
  await sql`insert into portal.countersignature (recommendation, recommendedby, answer, reason, countersignedby)
    select s.recommendation, s.recommendedby, ${answer}, ${reason ?? null}, ${who.staff}
    from jsonb_to_recordset(${JSON.stringify(stood)}::jsonb) as s(recommendation uuid, recommendedby uuid)`.execute(
    trx,
  );
  for (const { _id, recommendation } of stood) {
    const after = { answer, recommendation };
    note({ deed: "recommendation.countersign", subject: `review:${_id}`, after, ...(reason && { reason }) });
  }
}

function requireOpen(stood: readonly Stood[]): void {
  const [first, ...more] = stood.filter(({ answer }) => answer !== null);
  if (!first) return;
  const others = more.length === 0 ? "" : ` So have ${more.length} more of the chosen.`;
  const said = `${first.code} has been ${first.answer?.toLowerCase()} already.${others}`;
  throw stale(`${said} Look at the list again; nothing was changed`);
}
