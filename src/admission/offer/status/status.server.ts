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
import type { AskedDocument } from "#selection/review/review.document-request.contract.ts";
import { askedDocumentsOf } from "#selection/review/review.server.ts";
import { asAcceptanceFee } from "../acceptance/acceptance.server.ts";
import { offersOf, type ReleasedOffer } from "../offer.read.server.ts";
import { type ApplicationView, listApplications, listOffered } from "../offer.status.contract.ts";
import { type ApplicationStanding, applicationStanding, letterWaitsFor } from "../offer.status.rules.ts";
import { type RecalledOffer, recalledOf } from "../recall/recall.take-back.server.ts";
import { nextAfterRefusal } from "../release-line/release-line.refusal.rules.ts";
import { type OutRefusal, refusalsOf } from "../release-line/release-line.refusal.server.ts";

/** What an application without an offer was told last: that it is refused, or that its offer is taken back. */
type Undone = OutRefusal | RecalledOffer;

/** In words, the later of the two for each of an applicant's applications that was told either and has no offer now. */
async function undoneOf(
  db: Database,
  owner: string,
  offers: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, ApplicationStanding>> {
  const [refused, recalled] = await Promise.all([refusalsOf(db, owner), recalledOf(db, owner)]);
  const told: [string, Undone][] = [...refused, ...recalled];
  const inOrder = told.sort(([, one], [, other]) => Date.parse(at(one)) - Date.parse(at(other)));
  return new Map(inOrder.filter(([id]) => !offers.has(id)).map(([id, undone]) => [id, undoneStandingOf(undone)]));
}

const at = (undone: Undone): string => ("outAt" in undone ? undone.outAt : undone.recalledAt);

function undoneStandingOf(undone: Undone): ApplicationStanding {
  const reason = bare(undone.words);
  if ("outAt" in undone)
    return { stage: "The college cannot offer you a place", reason, next: nextAfterRefusal[undone.reason] };
  return {
    stage: `The college recalled its offer on ${asDay(undone.recalledAt)}`,
    reason,
    next: "Please do not pay for that offer. If you have paid, ask the bursary: the money is kept for you",
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
  const [applications, offers, rule, asked] = await Promise.all([
    applicationsOf(db, owner),
    offersOf(db, owner),
    readSetting(db, "admissionLetter"),
    askedDocumentsOf(db, files, owner),
  ]);
  const [fees, undone] = await Promise.all([
    countingPayments(db, "acceptanceof", [...offers.keys()]),
    undoneOf(db, owner, offers),
  ]);
  return applications.map((one) => {
    const documents = asked.get(one._id) ?? [];
    const seen = asApplication(one, offers.get(one._id), fees.get(one._id), rule, documents);
    // A document that the office asks for is newer than its decision.
    return documents.some(({ file }) => file === null) ? seen : { ...seen, ...undone.get(one._id) };
  });
}

function asApplication(
  { snapshot: _snapshot, newname: _newname, ...application }: SubmittedApplication,
  offer: ReleasedOffer | undefined,
  fee: OwnPayment | undefined,
  rule: SettingValue<"admissionLetter">,
  documents: AskedDocument[],
): ApplicationView {
  const accepted = offer?.accepted ?? false;
  const reached = { reference: !!fee?.rrr, accepted, making: !!fee && isAwaited(fee.state) };
  const letterwaits = letterWaitsFor(rule, offer, reached);
  return {
    ...application,
    acceptanceFee: fee ? asAcceptanceFee(fee) : null,
    ...applicationStanding(offer, fee && { ...viewOf(fee), rrr: fee.rrr }, documents),
    documents,
    due: offer?.due ?? null,
    daysleft: offer && !offer.over ? offer.daysleft : null,
    acceptable: !!offer && (offer.unpaid || (!offer.over && !offer.accepted && !offer.elsewhere)),
    accepted,
    letter: letterwaits === null,
    letterwaits,
  };
}
