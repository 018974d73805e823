import { releaseOffer } from "../src/admission/offer/offer.server.ts";
import { portalItself } from "../src/platform/write/perform.server.ts";
import type { Person } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "./ready-applicant.ts";
import { insist } from "./visitor.ts";
import { granted } from "./walk.ts";

export interface Candidate extends Person {
  readonly application: string;
  readonly code: string;
}

/** A signed-in applicant with one submitted application; `nth` tells programmes apart. */
export async function candidate(portal: TestPortal, nth = 0): Promise<Candidate> {
  const wanted = await openProgramme(portal, nth);
  const person = await readyApplicant(portal, wanted);
  return apply(portal, person, wanted);
}

/** A further application of the same person, to another programme. */
export async function alsoApplied(portal: TestPortal, person: Person, nth: number): Promise<Candidate> {
  return apply(portal, person, await openProgramme(portal, nth));
}

async function apply(portal: TestPortal, person: Person, wanted: { programme: string; session: string }) {
  const { rrr: payment } = await verifiedPayment(portal, person._id, wanted);
  await portal.db
    .updateTable("admission_requirement")
    .set({ required: false })
    .where("programme", "=", wanted.programme)
    .where("required", "=", true)
    .execute();
  const { modes } = await portal.db
    .selectFrom("programme")
    .select("modes")
    .where("_id", "=", wanted.programme)
    .executeTakeFirstOrThrow();
  const type = modes.find((mode) => mode !== "COLLEGE");
  const form = { programme: wanted.programme, payment, type };
  const { body } = await granted(insist(() => person.post("/ms_applications", form)));
  return { ...person, application: body._id as string, code: body.code as string };
}

/** Releases an offer as the command line does. */
export const offer = (portal: TestPortal, { code }: Candidate, kind: 1 | 2 = 1) =>
  releaseOffer(portal.app.portal, portalItself, { code, kind });

/** A candidate with a released offer. */
export async function offered(portal: TestPortal, kind: 1 | 2 = 1): Promise<Candidate> {
  const one = await candidate(portal);
  await offer(portal, one, kind);
  return one;
}

/** Moves the last day of an offer to so many days from today in Lagos; negative is over. */
export async function dueIn(
  portal: TestPortal,
  { application }: Pick<Candidate, "application">,
  days: number,
): Promise<string> {
  const { rows } = await portal.app.portal.pool.query<{ due: string }>(
    `update portal.offer set due = (now() at time zone 'Africa/Lagos')::date + $2::int where application = $1 returning due`,
    [application, days],
  );
  // As whoever extends an offer does: what is to be paid for it ends with it.
  await portal.app.portal.pool.query(
    `update portal.payment_reference set "endsAt" = ($2::date + 1)::timestamp at time zone 'Africa/Lagos' where acceptanceof = $1`,
    [application, rows[0]?.due],
  );
  return rows[0]?.due ?? "";
}
