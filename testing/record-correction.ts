import type { Caller, Reply } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "./staff.ts";
import { sendForm, smallPdf } from "./upload.ts";
import { insist } from "./visitor.ts";
import { granted } from "./walk.ts";

/** What is asked: the values by the names of their fields, of one thing of an application. */
export interface WantedCorrection {
  readonly kind: string;
  readonly item?: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Somebody who has submitted an application. */
export interface Corrected extends Caller {
  readonly token: string;
  readonly application: string;
}

/** A clerk who asks for applicants, and a registrar who decides, as the demo college has them. */
export interface CorrectionDesk {
  readonly clerk: StaffMember;
  readonly registrar: StaffMember;
  /** Asks as the applicant, with a paper and a reason; answers the reply. */
  ask(person: Corrected, wanted: WantedCorrection, more?: Record<string, unknown>): Promise<Reply>;
  /** The same by a member of staff; the clerk unless told otherwise. */
  propose(record: string, wanted: WantedCorrection, who?: StaffMember, noun?: string): Promise<Reply>;
  decide(correction: string, deed: "approve" | "decline" | "withdraw", who?: StaffMember): Promise<Reply>;
  /** Asked by the applicant and approved; what is not granted throws. Answers the `_id`. */
  correct(person: Corrected, wanted: WantedCorrection): Promise<string>;
  /** The file of an applicant as the clerk reads it. */
  fileOf(person: Corrected): Promise<Reply["body"]>;
}

/** What an applicant can have corrected, and what was asked. */
export const ownCorrections = async (person: Caller): Promise<Reply["body"]> =>
  (await granted(person.get("/ms_record_correction"))).body;

/** One thing of the first application, as its form asks for it. */
export const correctableThing = async (person: Caller, kind: string): Promise<Reply["body"]> =>
  (await ownCorrections(person)).records[0].things.find((one: { kind: string }) => one.kind === kind);

/** A date of birth that is another one than `readyApplicant` gives. */
export const dateOfBirth = { kind: "dateofbirth", values: { dateofbirth: "2004-02-29" } };

const REASON = "Typed wrongly on the phone, see the certificate";

export async function correctionDesk(portal: TestPortal): Promise<CorrectionDesk> {
  const pages = ["applications", "record-corrections", "record-corrections.change"] as const;
  const clerk = await staffMember(portal, { pages, firstname: "Zainab", lastname: "Sule" });
  const registrar = await staffMember(portal, {
    pages: [...pages, "record-corrections.approve"],
    firstname: "Chinedu",
    lastname: "Okafor",
  });
  const about = (record: string, wanted: WantedCorrection, noun = "application") => ({ noun, record, ...wanted });
  const ask: CorrectionDesk["ask"] = async (person, wanted, more = {}) =>
    person.post("/ms_record_correction", {
      ...about(person.application, wanted),
      evidence: await evidenceOf(portal, person),
      reason: REASON,
      ...more,
    });
  const decide: CorrectionDesk["decide"] = (correction, deed, who = registrar) =>
    who.post(`/staff/ms_record_correction/${correction}/${deed}`, { reason: "Seen on the certificate" });
  return {
    ...{ clerk, registrar, ask, decide },
    propose: async (record, wanted, who = clerk, noun = "application") =>
      who.post("/staff/ms_record_correction", {
        ...about(record, wanted, noun),
        evidence: await staffEvidence(portal, who),
        reason: REASON,
      }),
    async correct(person, wanted) {
      const { body } = await granted(ask(person, wanted));
      await granted(decide(body._id, "approve"));
      return body._id;
    },
    fileOf: async ({ application }) => (await granted(clerk.get(`/staff/ms_review/${application}/file`))).body,
  };
}

/** Sends a paper as the applicant; answers its stored name. */
export async function evidenceOf(portal: TestPortal, person: { readonly token: string }): Promise<string> {
  const paper = new Blob([new Uint8Array(smallPdf())], { type: "application/pdf" });
  const { body } = await granted(insist(() => sendForm(portal, person, [["document", paper]], {}, "certificate.pdf")));
  return body.photo.newname;
}

async function staffEvidence(portal: TestPortal, who: StaffMember): Promise<string> {
  const reply = await insist(async () => {
    const form = new FormData();
    form.append("document", new Blob([new Uint8Array(smallPdf())]), "certificate.pdf");
    const headers = { cookie: who.cookie, origin: ownOrigin(portal) };
    return fetch(`${portal.url}/api/staff/ms_record_correction/evidence`, { method: "POST", headers, body: form });
  });
  const { photo } = (await reply.json()) as { photo: { newname: string } };
  return photo.newname;
}
