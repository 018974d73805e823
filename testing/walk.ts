import { setTimeout as pause } from "node:timers/promises";
import { type GeneratedApplicant, generateApplicant } from "../demo/applicants.ts";
import { passportPhotograph } from "../demo/passport.ts";
import { type Caller, caller, type Reply } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { sendForm } from "./upload.ts";
import { insist, patient } from "./visitor.ts";

/** What a walk leaves behind. */
export interface Walked extends Caller {
  readonly _id: string;
  readonly token: string;
  readonly person: GeneratedApplicant;
  readonly programme: string;
  readonly rrr: string;
  readonly application: string;
}

/** One generated applicant's whole way through HTTP, from Create Account to the submitted application. */
export async function walk(portal: TestPortal, seed: number): Promise<Walked> {
  const person = generateApplicant(seed);
  const { token, me } = await arrive(portal, person);
  const programme = await chooseProgramme(me, person, seed);
  const rrr = await payFee(portal, me, programme);
  await uploadDocuments(portal, token, me, programme, await passportPhotograph(person));
  const submitted = await granted(
    me.post("/ms_applications", { programme, payment: rrr, type: person.mode }, { "idempotency-key": `walk-${seed}` }),
  );
  const { _id } = await portal.db
    .selectFrom("applicant")
    .select("_id")
    .where("jamb", "=", person.registration.jamb)
    .executeTakeFirstOrThrow();
  return { ...me, _id, token, person, programme, rrr, application: submitted.body._id };
}

/** From Create Account to the filled profile with its photograph. */
export async function arrive(portal: TestPortal, person: GeneratedApplicant): Promise<{ token: string; me: Caller }> {
  const token = await signUp(portal, person);
  const me = patient(caller(portal, token));
  const photo = await upload(portal, token, "photo", await passportPhotograph(person));
  await granted(me.put("/ms_applicant", { photo }));
  await fillProfile(me, person);
  return { token, me };
}

/** Registers, reads the code in the mail, verifies and signs in; answers the token. */
export async function signUp(portal: TestPortal, { registration }: GeneratedApplicant): Promise<string> {
  const visitor = patient(caller(portal));
  const { emailaddress, password } = registration;
  await granted(visitor.post("/ms_applicant", registration));
  const [letter] = await portal.letters(emailaddress, 1);
  const [code] = /\b[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}\b/.exec(letter?.text ?? "") ?? [];
  await granted(visitor.post("/ms_applicant/codeverify", { code }));
  const { body } = await visitor.post("/ms_applicant/login", { emailaddress, password });
  return body.token;
}

export async function fillProfile(me: Caller, person: GeneratedApplicant): Promise<void> {
  const { bio, referees, sittings, alevels } = person;
  await granted(me.post("/ms_applicant/bio", bio));
  for (const referee of referees) await granted(me.post("/ms_applicant_referee", referee));
  for (const { results, ...sitting } of sittings) {
    const { body } = await granted(me.post("/ms_applicant_sitting", sitting));
    for (const result of results) await granted(me.post("/ms_applicant_result", { ...result, examination: body._id }));
  }
  for (const alevel of alevels) await granted(me.post("/ms_applicant_alevel", alevel));
}

export async function upload(portal: TestPortal, token: string, field: string, bytes: Uint8Array) {
  const picture = new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });
  const { body } = await granted(insist(() => sendForm(portal, { token }, [[field, picture]], {}, "picture.jpg")));
  return body.photo as { newname: string; link: string };
}

/** A programme that takes the person's mode of entry; the next number is another one. */
export async function chooseProgramme(me: Caller, { mode }: GeneratedApplicant, seed: number): Promise<string> {
  const { body } = await me.get("/ms_programme");
  const fitting = body.filter(({ modes }: { modes: string[] }) => modes.includes(mode));
  return fitting[seed % fitting.length]._id;
}

/** Makes a reference, pays it at the provider and verifies it. */
export async function payFee(portal: TestPortal, me: Caller, programme: string): Promise<string> {
  const { body: made } = await granted(me.post("/ms_application_fee", { programme }));
  const rrr = made.rrr ?? (await numberToldLater(me, made._id));
  await sandboxControl(portal.sandbox).pay(rrr, { channel: "BRANCH" });
  const { body: verified } = await me.get(`/ms_application_fee/${rrr}`);
  if (!verified.isverified) throw new Error(`not verified: ${JSON.stringify(verified)}`);
  return rrr;
}

/** A portal that was killed while it asked the provider goes on asking, and its payer looks again. */
async function numberToldLater(me: Caller, _id: string): Promise<string> {
  for (const end = Date.now() + 180_000; Date.now() < end; await pause(1_000)) {
    const { body } = await granted(me.get("/ms_application_fee"));
    const rrr = body.find((fee: { _id: string }) => fee._id === _id)?.rrr;
    if (rrr) return rrr;
  }
  throw new Error(`no number was told for the payment ${_id}`);
}

export async function uploadDocuments(
  portal: TestPortal,
  token: string,
  me: Caller,
  programme: string,
  picture: Uint8Array,
): Promise<void> {
  const { body } = await me.get(`/ms_programme_admission_requirement/${programme}`);
  for (const { _id, required } of body.list) {
    if (!required) continue;
    const { newname } = await upload(portal, token, "document", picture);
    await granted(me.post("/ms_application_uploads", { requirement: _id, uri: newname }));
  }
}

/** The reply, if the portal did what was asked. */
export async function granted(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked;
  if (reply.status !== 200 || reply.body.type === "error") {
    throw new Error(`refused with ${reply.status}: ${JSON.stringify(reply.body)}`);
  }
  return reply;
}
