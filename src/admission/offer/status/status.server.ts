import type { FastifyInstance } from "fastify";
import { applicationsOf, type SubmittedApplication } from "#applications/application/application.server.ts";
import type { SettingValue } from "#college/setting/setting.contract.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { isAwaited } from "#payments/payment-reference/payment-reference.rules.ts";
import { countingPayments, type OwnPayment, viewOf } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { FileStore } from "#platform/files/store.server.ts";
import { type PromisedDay, promisesOf } from "#selection/promised-day/promised-day.server.ts";
import type { AskedDocument } from "#selection/review/review.document-request.contract.ts";
import { askedDocumentsOf } from "#selection/review/review.server.ts";
import { nextScreenings } from "#selection/screening/screening.server.ts";
import { asAcceptanceFee } from "../acceptance/acceptance.server.ts";
import { conditionsOf } from "../condition/condition.server.ts";
import { departureStanding, departuresOf } from "../departure/departure.read.server.ts";
import type { LeavingDeed } from "../departure/departure.rules.ts";
import { offersOf, type ReleasedOffer } from "../offer.read.server.ts";
import { type ApplicationView, listApplications, listOffered, type OfferCondition } from "../offer.status.contract.ts";
import { type ApplicationStanding, applicationStanding, letterWaitsFor } from "../offer.status.rules.ts";
import { type RecalledOffer, recalledOf } from "../recall/recall.take-back.server.ts";
import { nextAfterRefusal } from "../release-line/release-line.refusal.rules.ts";
import { type OutRefusal, refusalsOf } from "../release-line/release-line.refusal.server.ts";

/** What an application without an offer was told last: that it is refused, or that its offer is taken back. */
type Undone = OutRefusal | RecalledOffer;

/** In words, what an applicant gave up; else the later of the two for each application that was told either and has no offer now. */
async function undoneOf(
  db: Database,
  owner: string,
  offers: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, UndoneStanding>> {
  const [refused, recalled, departed] = await Promise.all([
    refusalsOf(db, owner),
    recalledOf(db, owner),
    departuresOf(db, owner),
  ]);
  const told: [string, Undone][] = [...refused, ...recalled];
  const inOrder = told.sort(([, one], [, other]) => Date.parse(at(one)) - Date.parse(at(other)));
  return new Map([
    ...inOrder.filter(([id]) => !offers.has(id)).map(([id, undone]) => [id, undoneStandingOf(undone)] as const),
    ...[...departed].map(([id, departure]) => [id, { ...departureStanding(departure), leaving: null }] as const),
  ]);
}

/** With what its owner may still give up of it. */
type UndoneStanding = ApplicationStanding & { readonly leaving: LeavingDeed | null };

const at = (undone: Undone): string => ("outAt" in undone ? undone.outAt : undone.recalledAt);

function undoneStandingOf(undone: Undone): UndoneStanding {
  const reason = bare(undone.words);
  if ("outAt" in undone)
    return {
      stage: "The college cannot offer you a place",
      reason,
      next: nextAfterRefusal[undone.reason],
      leaving: null,
    };
  return {
    stage: `The college recalled its offer on ${asDay(undone.recalledAt)}`,
    reason,
    next: "Please do not pay for that offer. If you have paid, ask the bursary: the money is kept for you",
    leaving: "withdraw",
  };
}

/** Where it is shown a full stop follows. */
const bare = (words: string): string => words.replace(/[.\s]+$/, "");

export function admissionStatusCalls(app: FastifyInstance): void {
  const { db, files } = app.portal;

  handle(app, listApplications, applicant, ({ who }) => statusesOf(db, files, who.applicant));

  handle(app, listOffered, applicant, async ({ who }) => {
    const all = await statusesOf(db, files, who.applicant);
    return all.filter(({ status }) => status !== 0);
  });
}

/** An applicant's applications as their owner sees them, newest first. */
export async function statusesOf(db: Database, files: FileStore, owner: string): Promise<ApplicationView[]> {
  const [applications, offers, rule, asked, promises, conditions] = await Promise.all([
    applicationsOf(db, owner),
    offersOf(db, owner),
    readSetting(db, "admissionLetter"),
    askedDocumentsOf(db, files, owner),
    promisesOf(db, owner),
    conditionsOf(db, owner),
  ]);
  const [fees, undone, screenings] = await Promise.all([
    countingPayments(db, "acceptanceof", [...offers.keys()]),
    undoneOf(db, owner, offers),
    nextScreenings(
      db,
      applications.filter(({ _id }) => !offers.has(_id)),
    ),
  ]);
  return applications.map((one) => {
    const documents = asked.get(one._id) ?? [];
    const found = {
      offer: offers.get(one._id),
      fee: fees.get(one._id),
      promise: promises.get(one._id),
      screening: screenings.get(one._id),
      conditions: conditions.get(one._id),
    };
    const seen = asApplication(one, found, rule, documents);
    // A document that the office asks for is newer than its decision.
    return documents.some(({ file }) => file === null) ? seen : { ...seen, ...undone.get(one._id) };
  });
}

interface Found {
  readonly offer: ReleasedOffer | undefined;
  readonly fee: OwnPayment | undefined;
  readonly promise: PromisedDay | undefined;
  readonly screening: string | undefined;
  readonly conditions: OfferCondition[] | undefined;
}

function asApplication(
  { snapshot: _snapshot, newname: _newname, ...application }: SubmittedApplication,
  { offer, fee, promise, screening, conditions = [] }: Found,
  rule: SettingValue<"admissionLetter">,
  documents: AskedDocument[],
): ApplicationView {
  const accepted = offer?.accepted ?? false;
  const reached = { reference: !!fee?.rrr, accepted, making: !!fee && isAwaited(fee.state) };
  const letterwaits = letterWaitsFor(rule, offer, reached);
  return {
    ...application,
    acceptanceFee: fee ? asAcceptanceFee(fee) : null,
    conditions,
    ...applicationStanding(offer && { ...offer, conditions }, fee && { ...viewOf(fee), rrr: fee.rrr }, documents, {
      promise,
      screening,
    }),
    documents,
    due: offer?.due ?? null,
    daysleft: offer && !offer.over ? offer.daysleft : null,
    acceptable: !!offer && (offer.unpaid || (!offer.over && !offer.accepted && !offer.elsewhere)),
    accepted,
    leaving: offer ? (accepted || offer.unpaid ? null : "decline") : "withdraw",
    letter: letterwaits === null,
    letterwaits,
  };
}
