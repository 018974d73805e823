import { diploma } from "./a-levels.ts";
import type { TestPortal } from "./portal.ts";
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
  const ids: Record<string, string> = {
    "/api/ms_applicant_referee/:id": await first("/ms_applicant_referee"),
    "/api/ms_applicant_sitting/:id": await first("/ms_applicant_sitting"),
    "/api/ms_applicant_result/:id": await first("/ms_applicant_result"),
    "/api/ms_applicant_alevel/:id": alevel.body._id,
    "/api/ms_application_fee/:trxcode": walked.rrr,
    "/api/ms_application_fee/:trxcode/pay": walked.rrr,
    "/api/ms_application_fee/receipt/:id": walked.rrr,
    "/api/ms_applications/:id": walked.application,
  };
  const [sitting] = walked.person.sittings;
  const bodies: Record<string, unknown> = {
    "/api/ms_applicant_sitting/:id": sitting && { ...sitting, results: undefined },
    "/api/ms_applicant_result/:id": { ...sitting?.results[0], examination: ids["/api/ms_applicant_sitting/:id"] },
  };
  return { ...walked, idFor: (url) => ids[url], bodyFor: (url) => bodies[url] };
}
