import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleStep,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { approversBeside } from "#access/staff/staff.server.ts";
import { sessionsInOrder, usualRunningSession } from "#calendar/session/session.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { isPayable } from "#payments/payment-reference/payment-reference.rules.ts";
import {
  checkPayment,
  deskPayment,
  generateReference,
  officeSentence,
  onOwnLine,
  viewOf,
  waitWhileAsked,
} from "#payments/payment-reference/payment-reference.server.ts";
import { officeReceipt } from "#payments/receipt/receipt.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { activeSponsors } from "../sponsor/sponsor.server.ts";
import { refuseOwnStudents } from "../student/student.server.ts";
import {
  approveSponsorship,
  callSponsorshipOff,
  checkSponsorship,
  declineSponsorship,
  makeSponsorReference,
  proposeSponsorship,
  readSponsored,
  readSponsorReceipt,
  readSponsorshipTerms,
  sponsorships,
  verifySponsorPayment,
  withdrawSponsorship,
} from "./sponsorship.contract.ts";
import { impossibleSponsorships, ownSponsorships } from "./sponsorship.impossible.server.ts";
import { sponsorshipTemplates } from "./sponsorship.mail.server.ts";
import {
  addSponsorPurpose,
  endPromise,
  holdSponsorship,
  type LockedSponsorship,
  spreadUnspent,
  unspentPayments,
  wantedOfSponsor,
} from "./sponsorship.pay.server.ts";
import { asShare, keepSponsorship, planSponsorship } from "./sponsorship.plan.server.ts";
import {
  paymentOfSponsorship,
  sponsoredOf,
  sponsorPaperTemplates,
  studentsOfSponsorship,
} from "./sponsorship.read.server.ts";
import type { SponsorshipState } from "./sponsorship.rules.ts";

export const sponsorshipRules: RecordRules<typeof sponsorships> = {
  of: sponsorships,
  table: "sponsorship",
  within: wholeCollege,
};

const steps: Readonly<Partial<Record<SponsorshipState, readonly SponsorshipState[]>>> = {
  Proposed: ["Approved", "Declined", "Withdrawn"],
  Approved: ["Called off"],
};

/** Nobody decides about a list on which one stands oneself. */
const sponsorshipProposal: ProposalKind<LockedSponsorship> = {
  noun: "sponsorship",
  approval: "sponsorships.approve",
  lock: holdSponsorship,
  mayGo: (from, to) => steps[from as SponsorshipState]?.includes(to as SponsorshipState) ?? false,
  keep: ({ trx }, { _id }, state, { staff: decidedby, reason }) =>
    decide(trx, _id, { state, decidedby, decision: reason }),
  whyLate: (trx, sponsorship) => decidedAlready(trx, "This sponsorship", sponsorship),
  async refuseOwn({ trx }, who, { _id }) {
    await refuseOwnStudents(trx, who, await studentsOfSponsorship(trx, _id));
    return "";
  },
  notYours: "Only who proposed it withdraws it. Decline it, if you may",
};

async function decide(
  trx: Trx,
  id: string,
  decision: { readonly state: string; readonly decidedby: string; readonly decision: string | null },
): Promise<void> {
  await trx
    .updateTable("sponsorship")
    .set({ ...decision, decidedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "=", id)
    .execute();
}

/** Approved: the sponsor can be asked to pay; or what is left of an earlier payment is spread at once. */
async function approve(app: FastifyInstance, work: Work, of: LockedSponsorship, member: string) {
  const { _id, name, total_kobo, count, spreads } = of;
  if (spreads === null) {
    await decide(work.trx, _id, { state: "Approved", decidedby: member, decision: null });
    return {
      message: `Approved: ${name} pays ${asNaira(naira(total_kobo))} for ${asCount(count, "student")}. Make the payment reference now`,
    };
  }
  const counted_kobo = await spreadUnspent(app, work, of, spreads, member);
  return { message: `${asNaira(naira(counted_kobo))} is on the bills now`, after: { counted_kobo } };
}

export function sponsorshipCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const right = "sponsorships.change";
  addSponsorPurpose(app);

  handle(app, readSponsorshipTerms, staff(right), async ({ who }) => {
    requireWholeCollege(who);
    return {
      sponsors: await activeSponsors(db),
      sessions: await sessionsInOrder(db),
      running: await usualRunningSession(db),
      unspent: await unspentPayments(db),
      approvers: await approversBeside(db, "sponsorships.approve", who.staff),
    };
  });

  handle(app, checkSponsorship, staff(right), async ({ who, body }) => {
    requireWholeCollege(who);
    const { shares, leftOut, formerly, total_kobo } = await planSponsorship(db, body);
    const message = `${asCount(shares.length, "student")} would be paid for`;
    return {
      type: "success" as const,
      ...{ message, shares: shares.map(asShare), leftOut: [...leftOut], formerly: [...formerly] },
      total: naira(total_kobo),
    };
  });

  handle(app, readSponsored, staff("sponsorships"), ({ who, params }) => {
    requireWholeCollege(who);
    return sponsoredOf(db, who, params.id);
  });

  handle(app, readSponsorReceipt, staff("sponsorships"), async ({ who, params }) => {
    requireWholeCollege(who);
    const payment = isId(params.id) ? await paymentOfSponsorship(db, params.id) : null;
    if (payment === null) throw notFound();
    return officeReceipt(app, payment);
  });

  handle(app, makeSponsorReference, staff(right), async (ask) => {
    requireWholeCollege(ask.who);
    const { payment, message } = await generateReference(app, ask, wantedOfSponsor(ask.params.id));
    return { type: "success" as const, message, rrr: payment.rrr, state: payment.state };
  });

  handle(app, verifySponsorPayment, staff(right), async (ask) => {
    requireWholeCollege(ask.who);
    const { id } = ask.params;
    const payment = isId(id) ? await paymentOfSponsorship(db, id) : null;
    if (payment === null) throw refuse("reference-missing", "No payment reference is made yet");
    const { state } = await deskPayment(db, payment);
    await write(app, ask, async ({ note }) => note({ deed: "payment.requery", subject: `payment:${payment}` }));
    // The provider's own word of it may be read just now: that is waited for.
    if (isPayable(state) && !(await onOwnLine(id, payment, () => checkPayment(app, payment))))
      await waitWhileAsked(db, payment);
    const now = await deskPayment(db, payment);
    return { type: "success" as const, message: officeSentence(viewOf(now)), state: now.state };
  });

  handleProposal(app, sponsorshipProposal, proposeSponsorship, { right, propose: keepSponsorship });

  handleWrittenStep(app, sponsorshipProposal, approveSponsorship, {
    right: "sponsorships.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    change: (work, sponsorship, { who }) => approve(app, work, sponsorship, who.staff),
  });

  handlePlainStep(app, sponsorshipProposal, declineSponsorship, {
    right: "sponsorships.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: ({ name }) => `Declined. ${name} pays nothing by it`,
  });

  handlePlainStep(app, sponsorshipProposal, withdrawSponsorship, {
    right,
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: ({ name }) => `Withdrawn. ${name} pays nothing by it`,
  });

  handleStep(app, sponsorshipProposal, callSponsorshipOff, {
    right: "sponsorships.approve",
    to: "Called off",
    by: "anybody",
    deed: "call-off",
    async change(work, sponsorship) {
      await endPromise(work, sponsorship);
      return { message: `Called off. ${sponsorship.name} is not asked to pay any more` };
    },
  });
}

const proposedSponsorships = (member: string): RawBuilder<unknown> =>
  sql`select from portal.sponsorship where state = 'Proposed' and proposedby <> ${member}`;

/** A share follows its bill: what the bill that goes needs no more is the sponsor's to spread. */
const sponsorshipMerge: MergePart = {
  tables: ["sponsorship_share"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ called: string; state: SponsorshipState }>`
      select distinct s.name || ', ' || s.label as called, s.state from portal.sponsorship_share h
      join portal.sponsorship s on s._id = h.sponsorship and s.state in ('Proposed', 'Approved')
      where h.student in (${kept._id}, ${gone._id})`.execute(trx);
    const of = (wanted: SponsorshipState) => rows.filter(({ state }) => state === wanted).map(({ called }) => called);
    return {
      stops: of("Proposed").map(
        (called) => `A sponsorship waits for a second person: ${called}. It must be decided or withdrawn first`,
      ),
      stays: of("Approved").map(
        (called) => `${called} is still to be paid. What a bill needs no more then is unspent, and can be spread anew`,
      ),
    };
  },
};

export const sponsorshipNoun: Noun = {
  name: "sponsorship",
  templates: [...sponsorshipTemplates, ...sponsorPaperTemplates],
  calls: sponsorshipCalls,
  listings: [sponsorshipRules],
  ownRows: [ownSponsorships],
  merges: [sponsorshipMerge],
  impossible: impossibleSponsorships,
  waiting: [
    {
      right: "sponsorships.approve",
      rows: ({ staff: member }) => proposedSponsorships(member),
      one: "One sponsorship waits for your approval.",
      many: "sponsorships wait for your approval.",
      deed: "See the sponsorships",
      link: "/staff/sponsorships?state=Proposed",
    },
  ],
};
