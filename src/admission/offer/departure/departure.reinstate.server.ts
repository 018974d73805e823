import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleStep,
  type ProposalKind,
  whoApproves,
} from "#access/proposal/proposal.server.ts";
import { lockApplications } from "#applications/application/application.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { isOwnApplication, noteReinstatedReview } from "#selection/review/review.server.ts";
import { meetAgain } from "../condition/condition.met.server.ts";
import { makeOffer } from "../offer.make.server.ts";
import { todayInLagos } from "../offer.read.server.ts";
import type { OfferKind } from "../offer.rules.ts";
import {
  approveReinstatement,
  departures,
  dismissReinstatement,
  proposeReinstatement,
  takeReinstatementBack,
} from "./departure.contract.ts";
import { metGivenUp } from "./departure.read.server.ts";
import { keepPlace, returnSession } from "./departure.return.server.ts";
import { type DepartureKind, type DepartureState, mayDepartureGo } from "./departure.rules.ts";

/** A head reaches those of the department's programmes. */
export const departureRules: RecordRules<typeof departures> = {
  of: departures,
  table: "departure",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("application"), member),
};

interface LockedDeparture {
  readonly _id: string;
  readonly kind: DepartureKind;
  readonly application: string;
  readonly applicant: string;
  readonly programme: string;
  readonly session: string;
  readonly code: string;
  readonly name: string;
  readonly offered: OfferKind | null;
  readonly condition: string | null;
  /** Its day, where that is still to come. */
  readonly conditiondue: string | null;
  readonly letter: string | null;
  readonly state: DepartureState;
  /** Why the applicant is to be taken back. */
  readonly why: string | null;
  readonly proposedby: string | null;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

/** The application first, as whoever offers a place locks it. */
async function lockDeparture(trx: Trx, id: string): Promise<LockedDeparture | undefined> {
  const { rows: known } = await sql<{
    application: string;
  }>`select application from portal.departure where _id = ${id}`.execute(trx);
  await lockApplications(
    trx,
    known.map(({ application }) => application),
  );
  const { rows } =
    await sql<LockedDeparture>`select _id, kind, application, applicant, programme, session, code, name, offered, condition, letter,
      case when conditiondue >= ${todayInLagos} then conditiondue end as conditiondue,
      state, why, proposedby, decidedby, "decidedAt" from portal.departure where _id = ${id} for update`.execute(trx);
  return rows[0];
}

const reinstatement: ProposalKind<LockedDeparture> = {
  noun: "departure",
  subject: ({ application }) => `application:${application}`,
  approval: "releases.approve",
  lock: lockDeparture,
  mayGo: mayDepartureGo,
  async keep({ trx }, kept, to, { staff, reason }) {
    const returns = to === "Reinstated" && kept.kind === "Deferred" ? (await returnSession(trx, kept))._id : null;
    await sql`update portal.departure set state = ${to}, version = version + 1,
        proposedby = case ${to}::text when 'Proposed' then ${staff}::uuid when 'Stands' then null else proposedby end,
        why = case ${to}::text when 'Proposed' then ${reason} when 'Stands' then null else why end,
        decidedby = case ${to}::text when 'Reinstated' then ${staff}::uuid end,
        "decidedAt" = case ${to}::text when 'Reinstated' then now() end, returnsession = ${returns}
      where _id = ${kept._id}`.execute(trx);
  },
  whyLate: (trx, kept) => decidedAlready(trx, `What ${kept.code} gave up`, kept),
  async refuseOwn({ trx }, who, { applicant }) {
    await refuseOwnFiles(trx, who, [applicant]);
    return "";
  },
  notYours: "Only who proposed it gives it up. Others approve it or dismiss it",
};

const named = ({ code, name }: LockedDeparture): string => `${code} ${name}`;

export function reinstatementCalls(app: FastifyInstance): void {
  handleStep(app, reinstatement, proposeReinstatement, {
    right: "releases.change",
    to: "Proposed",
    by: "anybody",
    deed: "propose",
    async change({ trx }, kept, { who }) {
      return { message: `It is proposed to take ${named(kept)} back. ${await whoApproves(trx, who, reinstatement)}` };
    },
  });

  handleStep(app, reinstatement, approveReinstatement, {
    right: "releases.approve",
    to: "Reinstated",
    by: "another",
    deed: "reinstate",
    async change(work, kept, { who }) {
      if (kept.kind === "Deferred") {
        const by = { proposedby: kept.proposedby ?? "", decidedby: who.staff, reason: kept.why ?? "" };
        const { session } = await keepPlace(work, app.portal.config, kept, by);
        return { message: `The place of ${named(kept)} is kept in ${session}, and a mail says how it is taken` };
      }
      await noteReinstatedReview(work, kept.application, kept.why ?? "");
      if (kept.kind !== "Declined" || kept.offered === null)
        return { message: `${named(kept)} is with the admission desk again` };
      const application = (await lockApplications(work.trx, [kept.application])).get(kept.application);
      if (!application) throw new Error("A departure names an application that does not exist");
      const { condition, conditiondue, letter, offered: kind } = kept;
      const { due } = await makeOffer(work, app.portal.config, application, { kind, condition, conditiondue, letter });
      await meetAgain(work.trx, kept.application, metGivenUp(kept._id));
      return { message: `${named(kept)} is offered the place again, until ${asDay(due)}` };
    },
  });

  handlePlainStep(app, reinstatement, dismissReinstatement, {
    right: "releases.approve",
    to: "Stands",
    by: "another",
    deed: "dismiss",
    says: () => "What was given up stays given up",
  });

  handlePlainStep(app, reinstatement, takeReinstatementBack, {
    right: "releases.change",
    to: "Stands",
    by: "proposer",
    deed: "take-back",
    says: () => "The proposal is given up",
  });
}

/** What somebody else than this member of staff proposes to give back, and nobody has answered. */
export const proposedReinstatements = (staff: string) =>
  sql`select from portal.departure where state = 'Proposed' and proposedby <> ${staff}`;
