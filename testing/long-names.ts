import { releaseOffer } from "../src/admission/offer/offer.server.ts";
import { portalItself } from "../src/platform/write/perform.server.ts";
import type { Candidate } from "./offered-applicant.ts";
import { tenSecondsLater } from "./payer.ts";
import type { TestPortal } from "./portal.ts";
import { openProgramme, readyApplicant } from "./ready-applicant.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { granted } from "./walk.ts";

/** A name of 120 letters and more, with those of Yoruba and Igbo that a printer may not know. */
export const longName = {
  firstname: "Oluwatobilọba-Jésùtófùnmi-Ayọ̀mídé",
  middlename: "Ṣọlápẹ́-Ọmọ́wùmí-Ifẹ́olúwa-Abísọ́lá",
  lastname: "Adéwálé-Ogúnbánjọ-Ńnámdị-Chukwụemeka-Ekwueme",
};

const longProgramme =
  "Early Childhood Care and Education with Special Needs Education, Guidance and Counselling and Primary Education Studies";

const longCondition = "Show the originals of your results, a birth certificate and a letter of your area. "
  .repeat(6)
  .slice(0, 500)
  .trim();

export interface LongNamed extends Candidate {
  /** The payment reference of the application fee. */
  readonly rrr: string;
  /** The same of the acceptance fee. */
  readonly acceptance: string;
}

/** Somebody who has every paper, each with the longest words that it can have: name, programme and condition. */
export async function longNamed(portal: TestPortal): Promise<LongNamed> {
  const { db } = portal;
  const wanted = await openProgramme(portal, 9);
  const person = await readyApplicant(portal, wanted);
  await db.updateTable("programme").set({ name: longProgramme }).where("_id", "=", wanted.programme).execute();
  await db.updateTable("bio").set(longName).where("applicant", "=", person._id).execute();

  const { programme } = wanted;
  const { rrr } = (await granted(person.post("/ms_application_fee", { programme }))).body;
  await paid(portal, rrr, () => person.get(`/ms_application_fee/${rrr}`));
  const offers = (await granted(person.get("/ms_programme"))).body;
  const [type] = offers.find(({ _id }: { _id: string }) => _id === programme).modes;
  const { body } = await granted(person.post("/ms_applications", { programme, payment: rrr, type }));
  const application = body._id as string;

  const release = { code: body.code, kind: 2, condition: longCondition } as const;
  await releaseOffer(portal.app.portal, portalItself, release);
  const { RRR } = (await granted(person.post("/ms_acceptance_fee_rrr", { application }))).body;
  await paid(portal, RRR, () => person.get(`/ms_acceptance_fee_rrr/verify/${RRR}`));
  return { ...person, application, code: body.code, rrr, acceptance: RRR };
}

async function paid(portal: TestPortal, rrr: string, verify: () => ReturnType<Candidate["get"]>): Promise<void> {
  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  const { body } = await granted(verify());
  if (!body.isverified) throw new Error(`not verified: ${JSON.stringify(body)}`);
}
