import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { lockApplicationByCode } from "#applications/application/application.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import { type Performer, perform } from "#platform/write/perform.server.ts";
import { findReachedFile } from "#selection/review/review.server.ts";
import { letterInForce, letterTitle } from "../letter-template/letter-template.server.ts";
import { offerExtendCalls, offerRules } from "./acceptance/acceptance.extend.server.ts";
import { lapseOffers, remindOfOffers } from "./acceptance/acceptance.job.server.ts";
import { acceptanceCalls, acceptancePapers } from "./acceptance/acceptance.server.ts";
import { conditionCalls, endConditions } from "./condition/condition.server.ts";
import { departureTemplates } from "./departure/departure.mail.server.ts";
import {
  impossibleDepartures,
  letterGivenUp,
  ownDepartures,
  refuseResubmitted,
} from "./departure/departure.read.server.ts";
import { departureRules, proposedReinstatements } from "./departure/departure.reinstate.server.ts";
import { offerDeferred } from "./departure/departure.return.server.ts";
import { departureCalls, reasonCountRules } from "./departure/departure.server.ts";
import { type OfferStandingReply, readOfferStanding } from "./offer.contract.ts";
import { impossibleAcceptances, impossibleOffers } from "./offer.impossible.server.ts";
import { offerTemplates } from "./offer.mail.server.ts";
import { makeOffer, type OfferMade } from "./offer.make.server.ts";
import type { OfferKind } from "./offer.rules.ts";
import { recallListJob } from "./recall/recall.job.server.ts";
import { proposedRecalls, recallCalls, recallRules } from "./recall/recall.server.ts";
import { releaseMakeCalls } from "./release/release.make.server.ts";
import { releaseProposeCalls } from "./release/release.propose.server.ts";
import { proposedReleases, releaseRules, releaseWholeCalls } from "./release/release.server.ts";
import { releaseDue } from "./release-line/release-line.job.server.ts";
import { refusalTemplates } from "./release-line/release-line.mail.server.ts";
import { releaseLineCalls, releaseLineRules } from "./release-line/release-line.server.ts";
import { replacementCalls } from "./replacement/replacement.server.ts";
import { admissionStatusCalls } from "./status/status.server.ts";

export { asAcceptanceFee, entriesOf } from "./acceptance/acceptance.server.ts";
export { conditionsInWords } from "./condition/condition.server.ts";
export { givenUpWithoutOffer } from "./departure/departure.leave.server.ts";
export { countDepartures, departureOf } from "./departure/departure.read.server.ts";
export { everyAcceptance } from "./offer.impossible.server.ts";
export {
  acceptedIn,
  acceptedPlaces,
  acceptedTerms,
  awaitedOffers,
  countAccepted,
  countLapsedOffers,
  countWaitingOffers,
  nearestLastDay,
  notOffered,
  offeredIn,
  offeredNotAccepted,
  offerOf,
  type ReleasedOffer,
  releasedOffers,
} from "./offer.read.server.ts";
export { recallsOf } from "./recall/recall.lock.server.ts";
export { recallRules } from "./recall/recall.server.ts";
export { lastRecalled, withoutOfferSince } from "./recall/recall.take-back.server.ts";
export { listsWith, releaseRules } from "./release/release.server.ts";
export { isOnOpenList } from "./release-line/release-line.fill.server.ts";
export { countRefused, isRefused } from "./release-line/release-line.refusal.server.ts";
export { statusesOf } from "./status/status.server.ts";

/** Everything that is done with offers, and with the lists that they go out by. */
export function offerCalls(app: FastifyInstance): void {
  releaseMakeCalls(app);
  releaseLineCalls(app);
  releaseProposeCalls(app);
  releaseWholeCalls(app);
  recallCalls(app);
  offerExtendCalls(app);
  offerStandingCall(app);
  replacementCalls(app);
  admissionStatusCalls(app);
  departureCalls(app);
  conditionCalls(app);
  acceptanceCalls(app);
}

function offerStandingCall(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readOfferStanding, staff("offers"), async ({ who, params }) => {
    const found = await offerBy(db, params.id);
    await findReachedFile(db, who, found?.application ?? params.id);
    if (!found) return null;
    const { letter, ...offer } = found;
    return { ...offer, letter: letter === null ? null : { _id: letter, title: await letterTitle(db, letter) } };
  });
}

type Found = Omit<NonNullable<OfferStandingReply>, "letter"> & { readonly letter: string | null };

/** The offer of that number; of an application the one that stands, else the one that went last. */
async function offerBy(db: Database, id: string): Promise<Found | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<Found>`
    select t._id, t.application, t.kind, t.standing, t.due, t.daysleft,
      coalesce((select letter from portal.offer o where o.application = t._id),
        (select letter from portal.offer_recall r where r._id = t._id),
        ${letterGivenUp(sql.ref("t._id"))}) as letter
    from portal.offer_line t where t._id = ${id} or t.application = ${id}
    order by t._id = ${id} desc, t."createdAt" desc limit 1`.execute(db);
  return rows[0];
}

interface Release {
  readonly code: string;
  readonly kind: OfferKind;
  /** For a conditional offer; the usual one when it is missing. */
  readonly condition?: string | undefined;
}

/** Releases one offer at once, with the letter that is in force. Refuses an unknown code, and what `makeOffer` refuses. */
export const releaseOffer = (
  { db, config }: Pick<Portal, "db" | "config">,
  by: Performer,
  { code, kind, condition }: Release,
): Promise<OfferMade & { application: string }> =>
  perform(db, by, async (work) => {
    const application = await lockApplicationByCode(work.trx, code.trim().toUpperCase());
    if (!application)
      throw refuse("application-not-found", `No application has the code ${code}. Check it against the slip`);
    const letter = await letterInForce(work.trx);
    const made = await makeOffer(work, config, application, { kind, condition, letter });
    return { application: application._id, ...made };
  });

export const ownOffers: OwnRows = {
  name: "offers",
  tables: ["offer"],
  rows: (owner) =>
    sql`select to_jsonb(o) - 'search' as row from portal.offer o where applicant = ${owner} order by "releasedAt"`,
};

export const ownAcceptances: OwnRows = {
  name: "acceptances",
  tables: ["acceptance"],
  rows: (owner) =>
    sql`select to_jsonb(c) as row from portal.acceptance c where applicant = ${owner} order by "createdAt"`,
};

export const offerNoun: Noun = {
  name: "offer",
  resubmitted: refuseResubmitted,
  templates: [...offerTemplates, ...departureTemplates, ...refusalTemplates],
  papers: acceptancePapers,
  calls: offerCalls,
  listings: [releaseRules, releaseLineRules, offerRules, recallRules, departureRules, reasonCountRules],
  jobs: [recallListJob],
  rounds: [remindOfOffers, lapseOffers, endConditions, offerDeferred, releaseDue],
  ownRows: [ownOffers, ownAcceptances, ownDepartures],
  impossible: [...impossibleOffers, ...impossibleAcceptances, ...impossibleDepartures],
  waiting: [
    {
      right: "releases.approve",
      rows: ({ staff }) => proposedReleases(staff),
      one: "One list of releases waits for your approval.",
      many: "lists of releases wait for your approval.",
      deed: "See the releases",
      link: "/staff/releases?state=Proposed",
    },
    {
      right: "releases.approve",
      rows: ({ staff }) => proposedRecalls(staff),
      one: "One recall waits for your approval.",
      many: "recalls wait for your approval.",
      deed: "See the recalls",
      link: "/staff/releases/recalls?state=Proposed",
    },
    {
      right: "releases.approve",
      rows: ({ staff }) => proposedReinstatements(staff),
      one: "One applicant who gave a place up is to be taken back: it waits for your approval.",
      many: "applicants who gave a place up are to be taken back: they wait for your approval.",
      deed: "See them",
      link: "/staff/offers/departures?state=Proposed",
    },
  ],
};
