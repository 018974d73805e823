import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { requireSecondPerson } from "#access/proposal/proposal.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { lockReviews, moveReviews } from "../review/review.server.ts";
import type { DecisionStanding, HeadDecision } from "./recommendation.rules.ts";

/** An application at the desk with the decision in force. */
interface Stood {
  readonly _id: string;
  readonly applicant: string;
  readonly code: string;
  readonly state: string;
  readonly recommendation: string | null;
  readonly recommendedby: string | null;
  readonly kind: string | null;
  readonly at: string | null;
  /** What a dean said to the decision. */
  readonly answer: string | null;
}

/**
 * Locks the files, and answers how they stand. Refuses when one stands otherwise than the person saw (409, with who
 * decided and when): of two opposite decisions the second is made in the knowledge of the first.
 */
async function lockedStanding(trx: Trx, ids: readonly string[], seen: DecisionStanding): Promise<Stood[]> {
  const files = await lockReviews(trx, ids);
  const decided = await decisionsOn(trx, ids);
  const stood = files.map((file) => ({ ...file, ...(decided.get(file._id) ?? none) }));
  const other = stood.filter(({ state }) => state !== seen);
  if (other.length > 0) throw stale("state-has-moved", await whoDecided(trx, other, seen));
  return stood;
}

const none = { recommendation: null, recommendedby: null, kind: null, at: null, answer: null };

type InForce = Pick<Stood, keyof typeof none> & { readonly application: string };

async function decisionsOn(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, InForce>> {
  const { rows } = await sql<InForce>`
    select s.application, s.recommendation, n.recommendedby, n.kind, n."createdAt" as at, s.answer
    from portal.recommendation_standing s join portal.recommendation n on n._id = s.recommendation
    where s.application = any(${[...ids]}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.application, row]));
}

/** Refuses when one of the decisions in force was made after a time: nobody has looked at it. 409, with who made it and when. */
async function requireNoNewer(trx: Trx, stood: readonly Stood[], seenAt: string): Promise<void> {
  const [first, ...more] = stood.filter(({ at }) => at !== null && Date.parse(at) > Date.parse(seenAt));
  if (!first) return;
  const { code, kind, at, recommendedby } = first;
  const names = await namesOfStaff(trx, recommendedby ? [recommendedby] : []);
  const others = more.length === 0 ? "" : ` So were ${more.length} more of the chosen.`;
  throw stale(
    "version-stale",
    `${code} was decided anew after you looked at it: ${names.get(recommendedby ?? "") ?? ""} did so on ${asMinute(at ?? "")} (${kind}).${others} Look at it again; nothing was changed`,
  );
}

/** Who decided the first of the files otherwise than was seen, and what was meant to be done. */
async function whoDecided(trx: Trx, [first, ...more]: readonly Stood[], seen: DecisionStanding): Promise<string> {
  if (!first) throw new Error("Nobody decided otherwise");
  const { code, state, kind, at, recommendedby } = first;
  const names = await namesOfStaff(trx, recommendedby ? [recommendedby] : []);
  const who = names.get(recommendedby ?? "");
  const by = who && at ? `: ${who} decided so on ${asMinute(at)} (${kind})` : "";
  const others = more.length === 0 ? "" : ` So do ${more.length} more of the chosen.`;
  return `${code} is ${called(state)}${by}, not ${called(seen)} as you saw it.${others} Look at the list again; nothing was changed`;
}

const called = (state: string) => (state === "Checked" ? "undecided" : state.toLowerCase());

interface Deciding {
  readonly who: Officer;
  /** Of applications, within the officer's reach. */
  readonly ids: readonly string[];
  /** Where the officer saw all of them stand. */
  readonly seen: DecisionStanding;
  readonly decision: HeadDecision;
  readonly kind: string;
  readonly reason?: string | undefined;
}

/**
 * Decides about applications, all or none: each gets a row of its own, and its file goes where the decision leads. The same
 * decision stands once more only for those that a dean sent back. Refuses one's own file (403) and a file that stands
 * otherwise than was seen (409).
 */
export async function decideApplications(
  work: Work,
  { who, ids, seen, decision, kind, reason }: Deciding,
): Promise<void> {
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
async function affirm(
  { trx, note }: Work,
  who: Officer,
  stood: readonly Stood[],
  decision: HeadDecision,
): Promise<void> {
  await refuseOwnFiles(
    trx,
    who,
    stood.map(({ applicant }) => applicant),
  );
  const settled = stood.find(({ answer }) => answer !== "Sent back");
  if (settled)
    throw refuse("already-so", `${settled.code} is ${decision.toLowerCase()} already, so nothing was changed`);
  for (const { _id } of stood)
    note({
      deed: "recommendation.affirm",
      subject: `review:${_id}`,
      before: { state: decision },
      after: { state: decision },
    });
}

const why = (kind: string, reason: string | undefined) => (reason ? `${kind}: ${reason}`.slice(0, 500) : kind);

interface Answering {
  readonly who: Officer;
  /** Of applications, within the officer's reach. */
  readonly ids: readonly string[];
  /** The decision that the officer saw on all of them. */
  readonly seen: HeadDecision;
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
    throw refuse(
      "countersignature-not-asked",
      "The college does not ask for a countersignature, so there is nothing to countersign",
    );
  const stood = await lockedStanding(trx, ids, seen);
  const undecided = stood.find(({ recommendedby }) => recommendedby === null);
  if (undecided)
    throw refuse("not-decided-yet", `Nobody has decided about ${undecided.code}, so there is nothing to countersign`);
  await requireSecondPerson(
    trx,
    who,
    stood.map(({ applicant, recommendedby }) => ({ applicant, proposedby: recommendedby })),
  );
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
  throw stale("state-has-moved", `${said} Look at the list again; nothing was changed`);
}
