import type { FastifyInstance } from "fastify";
import type * as v from "valibot";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Endpoint, Schema } from "#kit/wire/endpoint.contract.ts";
import { type Ask, handle } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, stale } from "#kit/wire/refusal.server.ts";
import { auditOf } from "#platform/audit/audit.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Note, Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { PageKey } from "../permission/permission.pages.rules.ts";
import { staff } from "../permission/permission.server.ts";
import { approversBeside, namesOfStaff } from "../staff/staff.server.ts";
import { tellApprovers } from "../staff-mail/staff-mail.server.ts";
import { approverSentence } from "./proposal.rules.ts";

export { decidersOf, isTurnOf, requireTurn } from "./proposal.chain.server.ts";

/** What the machine knows of something that one proposes and another decides. */
export interface Proposal {
  readonly _id: string;
  readonly state: string;
  /** A member of staff; null while nobody has proposed it, and for what an applicant asks for. */
  readonly proposedby: string | null;
}

/**
 * Something that one proposes and another decides. A noun says what it is; that two people decide, that neither of them is
 * concerned, and that it stands as both of them saw it, is this machine's. Design 4.
 */
export interface ProposalKind<Kept extends Proposal> {
  /** As the audit names it: its subject is `recall:<_id>`. */
  readonly noun: string;
  /** Where its history stands otherwise. */
  subject?(kept: Kept): string;
  /** The right to approve it. */
  readonly approval: PageKey;
  /** Locks it, and all that it is about in the order in which others lock that. Undefined where there is none. */
  lock(trx: Trx, id: string): Promise<Kept | undefined>;
  /** Whether a step leads from one state to another, by the table in the noun's rules. Without one every step begins at Proposed. */
  mayGo?(from: Kept["state"], to: Kept["state"]): boolean;
  /** Writes down where it stands, and who brought it there with what reason. */
  keep(
    work: Work,
    kept: Kept,
    to: Kept["state"],
    by: { readonly staff: string; readonly reason: string | null },
  ): Promise<unknown>;
  /** What whoever comes too late for a step is answered: where it stands now, and who brought it there. */
  whyLate(trx: Trx, kept: Kept, to: Kept["state"]): Promise<Refusal>;
  /** Refuses a person whom it concerns, 403; answers what is said of somebody who is only alike. */
  refuseOwn?(work: Work, who: Officer, kept: Kept): Promise<string>;
  /** What it is called, and its version: what was changed since is not decided on unseen. */
  seenAs?(kept: Kept): { readonly title: string; readonly version: number };
  /** What another than its proposer reads who wants to take it back, where more can be said than that. */
  readonly notYours?: string;
  /**
   * Where one decides after another: refuses who is not the one whose turn it is. Without it whoever holds the right for the
   * whole college decides. `proposal.chain.server.ts` says whose turn it is.
   */
  requireTurn?(trx: Trx, who: Officer, kept: Kept): Promise<void>;
}

interface Deciding<Kept extends Proposal> {
  readonly to: Step<Kept>["to"];
  /** Who takes the step, of those who hold the right. */
  readonly by: "another" | "proposer" | "anybody";
  /** The version that was on the screen, where that is asked for. */
  readonly seen?: number;
}

interface Step<Kept extends Proposal> {
  readonly right: PageKey;
  /** Where it leads; of deciders who follow one another, from where it stands. */
  readonly to: Kept["state"] | ((kept: Kept) => Kept["state"]);
  readonly by: Deciding<Kept>["by"];
  /** As the audit calls it, with the noun: `recall.approve`. */
  readonly deed: string;
}

/** A step that writes down where the proposal stands, and no more. */
interface PlainStep<Kept extends Proposal> extends Step<Kept> {
  /** What its author reads. */
  says(kept: Kept): string;
}

/** What a step came to. */
interface Done {
  readonly message: string;
  /** For the audit, beside the state. */
  readonly after?: object;
  /** For the audit, where the call's own body has none. */
  readonly reason?: string | undefined;
  /** What the reply holds beside the message. */
  readonly reply?: object;
}

interface EffectiveStep<Kept extends Proposal, Asked extends Ask<Officer>> extends Step<Kept> {
  seen?(body: Asked["body"]): number;
  /** Judges by the noun's own rules, and does what follows. `alike` is a sentence for the message, mostly empty. */
  change(work: Work, kept: Kept & { readonly alike: string }, ask: Asked): Promise<Done>;
}

type StepPath = `${string}/:id/${string}`;

/**
 * Registers a step that writes more than where the proposal stands, all of it by its own `change`. Refuses, in this order:
 * a right that does not reach the whole college (403), what is not there (404), what stands elsewhere by now (409), who may
 * not take this step (403), whom it concerns (403), and what was changed since it was looked at (409).
 */
export function handleWrittenStep<Kept extends Proposal, Path extends StepPath, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  kind: ProposalKind<Kept>,
  endpoint: Endpoint<Path, B, R>,
  step: EffectiveStep<Kept, Ask<Officer, Path, v.InferOutput<B>>>,
): void {
  handle(app, endpoint, staff(step.right), (ask) =>
    write(app, ask, async (work) => {
      const { to, by } = step;
      const seen = step.seen && { seen: step.seen(ask.body) };
      const { id } = ask.params as { id: string };
      const kept = await takeStep(work, ask.who, kind, id, { to, by, ...seen });
      const reached = leadsTo(step, kept);
      const consequences: Note[] = [];
      const following = { trx: work.trx, note: (line: Note) => consequences.push(line) };
      const { message, after, reply, reason = reasonIn(ask.body) } = await step.change(following, kept, ask);
      // The decision stands in the audit before what follows from it.
      work.note({
        deed: `${kind.noun}.${step.deed}`,
        subject: subjectOf(kind, kept),
        before: { state: kept.state },
        after: { state: reached, ...after },
        ...(reason !== null && { reason }),
      });
      for (const line of consequences) work.note(line);
      if (reached === "Proposed")
        await tellApprovers(work.trx, app.portal.config, { approval: kind.approval, proposer: ask.who.staff });
      return replied<R>(message, reply);
    }),
  );
}

/** Registers a step of a proposal: writes down where it stands, by the kind's `keep`, then makes the change. */
export function handleStep<Kept extends Proposal, Path extends StepPath, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  kind: ProposalKind<Kept>,
  endpoint: Endpoint<Path, B, R>,
  step: EffectiveStep<Kept, Ask<Officer, Path, v.InferOutput<B>>>,
): void {
  handleWrittenStep(app, kind, endpoint, {
    ...step,
    async change(work, kept, ask) {
      await kind.keep(work, kept, leadsTo(step, kept), { staff: ask.who.staff, reason: reasonIn(ask.body) });
      return step.change(work, kept, ask);
    },
  });
}

/** Registers a step that changes nothing but where the proposal stands, such as a withdrawal. */
export function handlePlainStep<Kept extends Proposal, Path extends StepPath, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  kind: ProposalKind<Kept>,
  endpoint: Endpoint<Path, B, R>,
  { says, ...step }: PlainStep<Kept>,
): void {
  handleStep(app, kind, endpoint, {
    ...step,
    change: async (_, kept) => ({ message: says(kept) }),
  });
}

const leadsTo = <Kept extends Proposal>({ to }: Pick<Step<Kept>, "to">, kept: Kept): Kept["state"] =>
  typeof to === "function" ? to(kept) : to;

const subjectOf = <Kept extends Proposal>(kind: ProposalKind<Kept>, kept: Kept): string =>
  kind.subject?.(kept) ?? `${kind.noun}:${kept._id}`;

/** Why it was done, where the call asks for it. */
const reasonIn = (body: unknown): string | null => (body as { reason?: string } | null | undefined)?.reason ?? null;

async function takeStep<Kept extends Proposal>(
  work: Work,
  who: Officer,
  kind: ProposalKind<Kept>,
  id: string,
  { by, seen, ...step }: Deciding<Kept>,
): Promise<Kept & { readonly alike: string }> {
  if (!kind.requireTurn) requireWholeCollege(who);
  const kept = isId(id) ? await kind.lock(work.trx, id) : undefined;
  if (!kept) throw notFound();
  const to = leadsTo(step, kept);
  if (!mayGo(kind, kept, to)) throw await kind.whyLate(work.trx, kept, to);
  await kind.requireTurn?.(work.trx, who, kept);
  if (by === "another") requireAnother(who, kept.proposedby);
  if (by === "proposer" && kept.proposedby !== who.staff)
    throw new Refusal("only-proposer-withdraws", 403, kind.notYours ?? "Only who proposed it takes it back");
  const alike = (await kind.refuseOwn?.(work, who, kept)) ?? "";
  if (seen !== undefined) await requireSeen(work.trx, kind, kept, seen);
  return { ...kept, alike };
}

const mayGo = <Kept extends Proposal>(kind: ProposalKind<Kept>, { state }: Kept, to: Kept["state"]): boolean =>
  kind.mayGo ? kind.mayGo(state, to) : state === "Proposed";

interface Proposing<Asked> {
  readonly right: PageKey;
  /** Keeps the proposal and notes it. `message` is followed by who may approve it, and that by `more`. */
  propose(
    work: Work,
    ask: Asked,
  ): Promise<{ readonly message: string; readonly more?: string; readonly reply?: object }>;
}

/** Registers the call by which something new is proposed. Its proposer reads who may decide about it. */
export function handleProposal<Kept extends Proposal, Path extends string, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  kind: ProposalKind<Kept>,
  endpoint: Endpoint<Path, B, R>,
  { right, propose }: Proposing<Ask<Officer, Path, v.InferOutput<B>>>,
): void {
  handle(app, endpoint, staff(right), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const { message, more = "", reply } = await propose(work, ask);
      await tellApprovers(work.trx, app.portal.config, { approval: kind.approval, proposer: ask.who.staff });
      return replied<R>(`${message}. ${await whoApproves(work.trx, ask.who, kind)}${more}`, reply);
    }),
  );
}

/** The reply's own schema judges it before it is sent. */
const replied = <R extends Schema>(message: string, reply: object = {}) =>
  ({ type: "success", message, ...reply }) as v.InferInput<R>;

/** Who may approve what this person proposes: "Dr Hauwa Bello may approve it". */
export const whoApproves = async (
  trx: Trx,
  { staff: proposer }: Officer,
  { approval }: Pick<ProposalKind<Proposal>, "approval">,
): Promise<string> => approverSentence(await approversBeside(trx, approval, proposer));

/** The rule for many at once: nobody decides about their own file, nor about what they proposed themselves. 403. */
export async function requireSecondPerson(
  trx: Trx,
  who: Officer,
  proposals: readonly { readonly applicant: string; readonly proposedby: string | null }[],
): Promise<void> {
  await refuseOwnFiles(
    trx,
    who,
    proposals.map(({ applicant }) => applicant),
  );
  for (const { proposedby } of proposals) requireAnother(who, proposedby);
}

/** The tables have the same rule as a constraint. */
function requireAnother({ staff: decider }: Officer, proposedby: string | null): void {
  if (decider === proposedby)
    throw new Refusal(
      "another-must-decide",
      403,
      "You proposed this yourself, so somebody else must approve it. Ask a colleague who may",
    );
}

async function requireSeen<Kept extends Proposal>(trx: Trx, kind: ProposalKind<Kept>, kept: Kept, seen: number) {
  const now = kind.seenAs?.(kept);
  if (!now || now.version === seen) return;
  const [last] = await auditOf(trx, subjectOf(kind, kept), 1);
  const names = await namesOfStaff(trx, last?.actor ? [last.actor] : []);
  const by = last ? `: ${names.get(last.actor ?? "") ?? "the portal"} did so on ${asMinute(last.at)}` : "";
  throw stale("version-stale", `${now.title} was changed after you looked at it${by}. Look at it again, then decide`);
}

interface Decided {
  readonly state: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

/** 409: "This correction is Approved already, by Dr Hauwa Bello on 3 March 2026, 10:15, so nothing was changed". */
export async function decidedAlready(
  trx: Trx,
  what: string,
  { state, decidedby, decidedAt }: Decided,
): Promise<Refusal> {
  const names = await namesOfStaff(trx, decidedby ? [decidedby] : []);
  const by = names.get(decidedby ?? "");
  const when = decidedAt ? ` on ${asMinute(decidedAt)}` : "";
  return stale(
    "already-decided",
    `${what} is ${state} already${by ? `, by ${by}` : ""}${when}, so nothing was changed`,
  );
}
