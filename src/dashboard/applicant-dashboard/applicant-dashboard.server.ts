import type { FastifyInstance } from "fastify";
import { type Expression, sql } from "kysely";
import { countALevels } from "#academics/alevel-result/alevel-result.server.ts";
import { countResults } from "#academics/olevel-result/olevel-result.server.ts";
import { countSittings } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import {
  countAccepted,
  countDepartures,
  countLapsedOffers,
  countRefused,
  countWaitingOffers,
  nearestLastDay,
} from "#admission/offer/offer.server.ts";
import { countApplications, lastSubmitted } from "#applications/application/application.server.ts";
import { isAdmitting } from "#calendar/session/session.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { hasPhoto } from "#identity/account/account.server.ts";
import { applicantWith } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import {
  countUnpaidReferences,
  countUnusedPayments,
  hasPaidApplicationFee,
} from "#payments/payment-reference/payment-reference.server.ts";
import { countBio } from "#profile/bio/bio.server.ts";
import { countReferees } from "#profile/referee/referee.server.ts";
import { isLivingStudent } from "#registry/student/student.server.ts";
import { countAwaitedDocuments } from "#selection/review/review.server.ts";
import type { ProgressOf } from "#support/help-desk/help-desk.server.ts";
import { countUnreadNotices } from "#support/notification/notification.server.ts";
import { type CardState, cardsOf } from "./applicant-dashboard.cards.rules.ts";
import { type Dashboard, readDashboard } from "./applicant-dashboard.contract.ts";

/** All that the dashboard tells of one applicant, made of the nouns' own parts. */
export const dashboardColumns = (owner: Expression<string>) => sql<Dashboard>`
  ${countReferees(owner)} as ref,
  ${countBio(owner)} as bio,
  ${countSittings(owner)} as olevel,
  ${countResults(owner)} as result,
  ${countALevels(owner)} as alevel,
  ${hasPhoto(owner)} as photo,
  ${hasPaidApplicationFee(owner)} as pay,
  ${settingInForce("resultsNeeded")} as needed,
  ${countUnpaidReferences(owner)} as unpaid,
  ${countUnusedPayments(owner)} as unused,
  ${countApplications(owner)} as applications,
  ${lastSubmitted(owner)} as submitted,
  ${countAwaitedDocuments(owner)} as asked,
  ${countWaitingOffers(owner)} as offers,
  ${nearestLastDay(owner)} as due,
  ${countLapsedOffers(owner)} as lapsed,
  ${countRefused(owner)} + ${countDepartures(owner)} as refused,
  ${countAccepted(owner)} as accepted,
  ${isLivingStudent(owner)} as student,
  ${countUnreadNotices(owner)} as notices,
  ${isAdmitting()} as open`;

/** Asked at every return of every applicant, so the sign-in and all counts share one round trip. */
export function applicantDashboardCalls(app: FastifyInstance): void {
  handle(app, readDashboard, applicantWith(dashboardColumns), async ({ who }) => who.found);
}

/** What an applicant's ten cards say, for whoever helps. */
export const progressOf: ProgressOf = async ({ portal: { db } }, applicant) => {
  const { rows } = await sql<Dashboard>`
    select ${dashboardColumns(sql.ref("one.applicant"))} from (select ${applicant}::uuid as applicant) one`.execute(db);
  const [seen] = rows;
  if (!seen) throw new Error("One row has become none");
  return cardsOf.map(({ name, badge, state }) => ({ title: name, state: badge(seen), hint: inWords(state(seen)) }));
};

const inWords = ({ words, hint }: CardState) => (hint ? `${words}. ${hint}` : words);

export const applicantDashboardNoun: Noun = {
  name: "applicant-dashboard",
  calls: applicantDashboardCalls,
};
