import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { holdersOf } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handleStep,
  handleWrittenStep,
  type ProposalKind,
  whoApproves,
} from "#access/proposal/proposal.server.ts";
import { writeStaffMail } from "#access/staff-mail/staff-mail.server.ts";
import { isAccountLocked, lockAccount, lockAccounts, unlockAccount } from "#identity/account/account.server.ts";
import { endSessions } from "#identity/session/session.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { cancelOpenOf } from "#payments/payment-reference/payment-reference.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import {
  approvePairMerge,
  declinePairMerge,
  lockPair,
  proposePairMerge,
  reopenPair,
  tellApart,
  undoPairMerge,
  unlockPair,
  withdrawPairMerge,
} from "./duplicate-person.contract.ts";
import { lockedMail, mergedMails, moneyMail, unlockedMail } from "./duplicate-person.mail.server.ts";
import { type Pair, type Side, sidesOf, stopsOf } from "./duplicate-person.read.server.ts";
import type { PairState } from "./duplicate-person.rules.ts";

interface LockedPair extends Pair {
  /** Whether the account that would go is locked already. */
  readonly held: boolean;
}

const edges: Readonly<Record<PairState, readonly PairState[]>> = {
  Open: ["Different", "Locked", "Proposed"],
  Different: ["Open"],
  Locked: ["Open", "Proposed"],
  Proposed: ["Open", "Locked", "Merged"],
  Merged: ["Open"],
};

/** Both accounts first, as everybody does who changes one; then the pair. Nobody decides about an account of one's own. */
const pairProposal: ProposalKind<LockedPair> = {
  noun: "duplicate_pair",
  approval: "duplicate-persons.approve",
  async lock(trx, id) {
    const named = isId(id)
      ? await trx.selectFrom("duplicate_pair").select(["one", "other"]).where("_id", "=", id).executeTakeFirst()
      : undefined;
    if (!named || !(await lockAccounts(trx, [named.one, named.other]))) return undefined;
    const pair = await trx
      .selectFrom("duplicate_pair")
      .selectAll()
      .select(isAccountLocked(sql.ref<string>("duplicate_pair.gone")).as("held"))
      .where("_id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    return pair as LockedPair | undefined;
  },
  mayGo: (from, to) => edges[from as PairState].includes(to as PairState),
  keep: (work, { _id, kept }, state, { staff, reason }) =>
    keepPair(work, _id, { state: state as PairState, kept: state === "Merged" ? kept : null, by: staff, reason }),
  whyLate: (trx, pair) => decidedAlready(trx, "This pair", pair),
  async refuseOwn({ trx }, who, { one, other }) {
    await refuseOwnFiles(trx, who, [one, other]);
    return "";
  },
  seenAs: ({ version }) => ({ title: "This pair", version }),
  notYours: "Only who proposed this merge withdraws it. Decline it, if you may",
};

interface Kept {
  readonly state: PairState;
  /** The account that stays, of two of which one is locked or to be merged. */
  readonly kept: string | null;
  readonly by: string;
  /** Null where nothing is said, so that what was said before stays. */
  readonly reason: string | null;
}

async function keepPair({ trx }: Pick<Work, "trx">, id: string, { state, kept, by, reason }: Kept): Promise<void> {
  await sql`update portal.duplicate_pair set state = ${state}, kept = ${kept}::uuid,
      gone = case ${kept}::uuid when one then other when other then one end,
      decidedby = case when ${reason}::text is null then decidedby else ${by}::uuid end,
      "decidedAt" = case when ${reason}::text is null then "decidedAt" else now() end,
      reason = coalesce(${reason}::text, reason), version = version + 1
    where _id = ${id}`.execute(trx);
}

/** The other one of two accounts. Refuses who is neither. */
function otherOf({ one, other }: Pair, field: "kept" | "gone", chosen: string): string {
  if (chosen === one) return other;
  if (chosen === other) return one;
  throw refuseFields("choice-not-found", { [field]: "This account is none of the two. Choose one of them" });
}

/** A step that begins at one state alone, where several lead to the same. */
async function requireFrom(trx: Trx, pair: LockedPair, from: PairState): Promise<void> {
  if (pair.state !== from) throw await pairProposal.whyLate(trx, pair, from);
}

async function bothSides(trx: Trx, { one, other }: Pair): Promise<ReadonlyMap<string, Side>> {
  const sides = await sidesOf(trx, [one, other]);
  if (sides.size < 2) throw notFound();
  return sides;
}

/** Locks an account for good or for a while: its open references end, it is told, and so is the bursary where it has paid. */
async function lockSide(app: FastifyInstance, work: Work, pair: LockedPair, gone: string): Promise<Side> {
  const { trx } = work;
  const side = (await bothSides(trx, pair)).get(gone) as Side;
  await cancelOpenOf(work, gone);
  await lockAccount(trx, gone, null);
  await writeMail(trx, lockedMail(side, side.paid));
  if (side.paid.length > 0)
    for (const holder of await holdersOf(trx, "withdrawals"))
      await writeStaffMail(
        trx,
        "locked-payment",
        moneyMail(app.portal.config, holder, { name: side.name, paid: side.paid, pair: pair._id }),
      );
  return side;
}

async function unlockSide({ trx }: Work, gone: string): Promise<void> {
  await unlockAccount(trx, gone);
  const side = (await sidesOf(trx, [gone])).get(gone);
  if (side) await writeMail(trx, unlockedMail(side));
}

export function pairDeeds(app: FastifyInstance): void {
  const right = "duplicate-persons.change";

  handleStep(app, pairProposal, tellApart, {
    right,
    to: "Different",
    by: "anybody",
    deed: "tell-apart",
    change: async () => ({ message: "Kept: these are two people" }),
  });

  handleWrittenStep(app, pairProposal, reopenPair, {
    right,
    to: "Open",
    by: "anybody",
    deed: "reopen",
    async change(work, pair, { who, body }) {
      await requireFrom(work.trx, pair, "Different");
      await keepPair(work, pair._id, { state: "Open", kept: null, by: who.staff, reason: body.reason });
      return { message: "Open again" };
    },
  });

  handleWrittenStep(app, pairProposal, lockPair, {
    right,
    to: "Locked",
    by: "anybody",
    deed: "lock",
    async change(work, pair, { who, body: { gone, reason } }) {
      await requireFrom(work.trx, pair, "Open");
      const kept = otherOf(pair, "gone", gone);
      await keepPair(work, pair._id, { state: "Locked", kept, by: who.staff, reason });
      const { name, paid } = await lockSide(app, work, pair, gone);
      const told = paid.length > 0 ? ", and so has the bursary: it has paid" : "";
      return { message: `The account of ${name} is locked. Its owner has a mail${told}`, after: { gone } };
    },
  });

  handleWrittenStep(app, pairProposal, unlockPair, {
    right,
    to: "Open",
    by: "anybody",
    deed: "unlock",
    async change(work, pair, { who, body: { reason } }) {
      await requireFrom(work.trx, pair, "Locked");
      await keepPair(work, pair._id, { state: "Open", kept: null, by: who.staff, reason });
      await unlockSide(work, pair.gone ?? "");
      return { message: "Unlocked. Its owner has a mail", after: { gone: pair.gone } };
    },
  });

  mergeDeeds(app);
}

function mergeDeeds(app: FastifyInstance): void {
  const right = "duplicate-persons.change";
  const approval = "duplicate-persons.approve";

  handleWrittenStep(app, pairProposal, proposePairMerge, {
    right,
    to: "Proposed",
    by: "anybody",
    deed: "propose",
    async change(work, pair, { who, body: { kept, reason } }) {
      const { trx } = work;
      const gone = otherOf(pair, "kept", kept);
      if (pair.held && pair.kept !== kept)
        throw refuseFields("locked-account-goes", {
          kept: "This account is locked. Unlock it first, or keep the other one",
        });
      await refuseStops(trx, pair, { kept, gone });
      await sql`update portal.duplicate_pair set state = 'Proposed', kept = ${kept}, gone = ${gone}, proposedby = ${who.staff},
        "proposedAt" = now(), proposal = ${reason}, version = version + 1 where _id = ${pair._id}`.execute(trx);
      return { message: `The merge is proposed. ${await whoApproves(trx, who, pairProposal)}`, after: { kept, gone } };
    },
  });

  handleWrittenStep(app, pairProposal, approvePairMerge, {
    right: approval,
    to: "Merged",
    by: "another",
    deed: "approve",
    seen: ({ seen }) => seen,
    async change(work, pair, { who, body: { reason } }) {
      const { trx } = work;
      const [kept, gone] = [pair.kept ?? "", pair.gone ?? ""];
      // Again: what was paid or submitted since it was proposed.
      const [stays, goes] = await refuseStops(trx, pair, { kept, gone });
      await cancelOpenOf(work, gone);
      await lockAccount(trx, gone, kept);
      await endSessions(trx, gone);
      await keepPair(work, pair._id, { state: "Merged", kept, by: who.staff, reason });
      for (const mail of mergedMails(app.portal.config, { kept: stays, gone: goes })) await writeMail(trx, mail);
      return { message: `Merged. ${stays.emailaddress} is the account that stays`, after: { kept, gone } };
    },
  });

  handleWrittenStep(app, pairProposal, declinePairMerge, {
    right: approval,
    to: backFrom,
    by: "another",
    deed: "decline",
    async change(work, pair, { who, body: { reason } }) {
      await requireFrom(work.trx, pair, "Proposed");
      await stepBack(work, pair, { by: who.staff, reason });
      return { message: "Declined. They stay two accounts" };
    },
  });

  handleWrittenStep(app, pairProposal, withdrawPairMerge, {
    right,
    to: backFrom,
    by: "proposer",
    deed: "withdraw",
    async change(work, pair, { who }) {
      await requireFrom(work.trx, pair, "Proposed");
      await stepBack(work, pair, { by: who.staff, reason: null });
      return { message: "Withdrawn. They stay two accounts" };
    },
  });

  handleWrittenStep(app, pairProposal, undoPairMerge, {
    right: approval,
    to: "Open",
    by: "anybody",
    deed: "undo",
    async change(work, pair, { who, body: { reason } }) {
      await requireFrom(work.trx, pair, "Merged");
      await keepPair(work, pair._id, { state: "Open", kept: null, by: who.staff, reason });
      await unlockSide(work, pair.gone ?? "");
      return { message: "Taken back. Both accounts are open, each with all that it had", after: { gone: pair.gone } };
    },
  });
}

/** Where a merge that is not made leads back to. */
const backFrom = ({ held }: LockedPair): PairState => (held ? "Locked" : "Open");

const stepBack = (work: Work, pair: LockedPair, said: Pick<Kept, "by" | "reason">): Promise<void> =>
  keepPair(work, pair._id, { state: backFrom(pair), kept: pair.held ? pair.kept : null, ...said });

/** Both sides, the one that stays first. Refuses while the one that goes has paid or applied. */
async function refuseStops(
  trx: Trx,
  pair: LockedPair,
  { kept, gone }: { readonly kept: string; readonly gone: string },
): Promise<[Side, Side]> {
  const sides = await bothSides(trx, pair);
  const [stays, goes] = [sides.get(kept) as Side, sides.get(gone) as Side];
  const stops = stopsOf(stays, goes);
  if (stops.length > 0) throw refuse("merge-held-up", `Something must be settled first. ${stops.join(". ")}`);
  return [stays, goes];
}
