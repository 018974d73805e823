import { releaseOffer } from "../src/admission/offer/offer.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { portalItself } from "../src/platform/write/perform.server.ts";
import { judgeReviews } from "../src/selection/review/review.job.server.ts";
import { diploma } from "./a-levels.ts";
import { inDays } from "./days.ts";
import { notice } from "./notice.ts";
import type { TestPortal } from "./portal.ts";
import { evidenceOf } from "./record-correction.ts";
import { staffMember } from "./staff.ts";
import { granted, type Walked, walk } from "./walk.ts";

/** An applicant with one of everything, and the identifier of his or her record for each address with one. */
export interface FullApplicant extends Walked {
  idFor(url: string): string | undefined;
  /** A body that the call would take, so that only the owner is wrong. */
  bodyFor(url: string): unknown;
}

export async function fullApplicant(portal: TestPortal, seed: number): Promise<FullApplicant> {
  const walked = await walk(portal, seed);
  const alevel = await granted(walked.post("/ms_applicant_alevel", diploma));
  const first = async (path: string) => (await walked.get(path)).body[0]._id as string;
  const acceptance = await offeredReference(portal, walked);
  const request = await askedDocument(portal, walked);
  const upload = await begunUpload(walked);
  const offered = await offeredProgramme(portal, walked);
  const ids: Record<string, string> = {
    "/api/ms_applicant_referee/:id": await first("/ms_applicant_referee"),
    "/api/ms_applicant_sitting/:id": await first("/ms_applicant_sitting"),
    "/api/ms_applicant_result/:id": await first("/ms_applicant_result"),
    "/api/ms_applicant_alevel/:id": alevel.body._id,
    "/api/ms_applicant/sign_in/:id": await first("/ms_applicant/sign_in"),
    "/api/ms_application_fee/:trxcode": walked.rrr,
    "/api/ms_application_fee/:trxcode/pay": walked.rrr,
    "/api/ms_application_fee/receipt/:id": walked.rrr,
    "/api/ms_applications/:id": walked.application,
    "/api/ms_screening/:id/book": walked.application,
    "/api/ms_screening/:id/slip": walked.application,
    "/api/ms_applications/letter/:id": walked.application,
    "/api/ms_applications/:id/leaving": walked.application,
    "/api/ms_applications/:id/withdraw": walked.application,
    "/api/ms_applications/:id/decline": walked.application,
    "/api/ms_applications/:id/defer": walked.application,
    "/api/ms_acceptance_fee_rrr/:applicationId": walked.application,
    "/api/ms_acceptance_fee_rrr/receipt/:id": walked.application,
    "/api/ms_acceptance_fee_rrr/verify/:RRR": acceptance,
    "/api/ms_acceptance_fee_rrr/pay/:RRR": acceptance,
    "/api/ms_payment_slip/:id": acceptance,
    "/api/ms_document_request/:id/document": request,
    "/api/ms_record_correction/:id/withdraw": await askedCorrection(portal, walked),
    "/api/uploads/pieces/:id/finish": upload,
    "/api/ms_application_choices/:id": walked.application,
    "/api/ms_programme_move/:id/withdraw": offered,
    "/api/ms_programme_move/:id/accept": offered,
    "/api/ms_programme_move/:id/decline": offered,
    "/api/ms_notification/:id/read": await notice(portal, { to: [walked._id] }),
  };
  const [sitting] = walked.person.sittings;
  const [referee] = walked.person.referees;
  const bodies: Record<string, unknown> = {
    "/api/ms_applicant_referee/:id": referee,
    "/api/ms_applicant_alevel/:id": diploma,
    "/api/ms_applicant_sitting/:id": sitting && { ...sitting, results: undefined },
    "/api/ms_applicant_result/:id": { ...sitting?.results[0], examination: ids["/api/ms_applicant_sitting/:id"] },
    "/api/ms_document_request/:id/document": { uri: "0000.pdf" },
    "/api/ms_applications/:id/withdraw": { reason: "Cost" },
    "/api/ms_applications/:id/decline": { reason: "Cost" },
    "/api/ms_applications/:id/defer": { reason: "Cost" },
    "/api/ms_screening/:id/book": { slot: walked.application },
    "/api/ms_application_choices/:id": { choices: [] },
  };
  // Else the clock judges in the midst of a test.
  await judgeReviews.run(portal.app);
  return { ...walked, idFor: (url) => ids[url], bodyFor: (url) => bodies[url] };
}

/** A document that the office asks for. */
async function askedDocument(portal: TestPortal, { application }: Walked): Promise<string> {
  const officer = await staffMember(portal, { pages: ["applications.change"] });
  const wanted = {
    label: "Affidavit of age",
    reason: "The year cannot be read",
    due: inDays(7),
  };
  return (await granted(officer.post(`/staff/ms_review/${application}/request`, wanted))).body._id;
}

/** A document of which no piece has come yet. */
async function begunUpload(walked: Walked): Promise<string> {
  const begun = { kind: "document", bytes: 300_000, sha256: "0".repeat(64) };
  return (await granted(walked.post("/uploads/pieces", begun))).body._id;
}

/** Another programme that the office offers, as a row: the application has an offer, so nobody could propose it. */
async function offeredProgramme({ db }: TestPortal, { application }: Walked): Promise<string> {
  const of = await db
    .selectFrom("application")
    .select(["applicant", "session", "programme", "code"])
    .where("_id", "=", application)
    .executeTakeFirstOrThrow();
  const other = await db
    .selectFrom("programme")
    .select("_id")
    .where("_id", "<>", of.programme)
    .executeTakeFirstOrThrow();
  const office = await db.selectFrom("staff").select("_id").limit(2).execute();
  const _id = newId();
  const { programme: fromprogramme, ...row } = of;
  const by = {
    askedby: office[0]?._id ?? null,
    decidedby: office[1]?._id ?? null,
    decidedAt: new Date().toISOString(),
  };
  const said = { name: "Bello Aisha", reason: "A place is free there", days: 7, answerby: inDays(7), state: "Offered" };
  await db
    .insertInto("programme_move")
    .values({ _id, application, ...row, fromprogramme, programme: other._id, ...said, ...by })
    .execute();
  return _id;
}

/** A correction that waits for a decision. */
async function askedCorrection(portal: TestPortal, walked: Walked): Promise<string> {
  const values = { firstname: "Aisha", middlename: "", lastname: "Bello-Garba" };
  const wanted = { noun: "application", record: walked.application, kind: "names", values };
  const shown = { evidence: await evidenceOf(portal, walked), reason: "Married since, see the certificate" };
  return (await granted(walked.post("/ms_record_correction", { ...wanted, ...shown }))).body._id;
}

/** The reference of the acceptance fee, after an offer of the place that was applied to. */
async function offeredReference(portal: TestPortal, { application, ...me }: Walked): Promise<string> {
  const { code } = (await granted(me.get(`/ms_applications/${application}`))).body;
  await releaseOffer(portal.app.portal, portalItself, { code, kind: 1 });
  return (await granted(me.post("/ms_acceptance_fee_rrr", { application }))).body.RRR;
}
