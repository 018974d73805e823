import { type GeneratedApplicant, generateApplicant } from "../demo/applicants.ts";
import { passportPhotograph } from "../demo/passport.ts";
import { releaseOffer } from "../src/admission/offer/offer.server.ts";
import { portalItself } from "../src/platform/write/perform.server.ts";
import type { Caller } from "./applicant.ts";
import { cancelled, meetFault, type Paying, pay, payRightly, reference } from "./fateful-payment.ts";
import { type Fate, fateOf, faultsOf, lying } from "./fates.ts";
import { dueIn } from "./offered-applicant.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { arrive, chooseProgramme, granted, uploadDocuments } from "./walk.ts";

/** What a walk by fate leaves behind. */
export interface Fated {
  readonly me: Caller;
  readonly seed: number;
  readonly fate: Fate;
  readonly person: GeneratedApplicant;
  /** What each reference is to come to. */
  readonly expected: ReadonlyMap<string, string>;
  /** The submitted applications, and whether the place is accepted in the end. */
  readonly applications: readonly { readonly _id: string; readonly rrr: string; readonly accepted: boolean }[];
}

interface Walker {
  readonly portal: TestPortal;
  readonly elsewhere: string;
  readonly token: string;
  readonly me: Caller;
  readonly seed: number;
  readonly fate: Fate;
  readonly person: GeneratedApplicant;
  readonly expected: Map<string, string>;
}

interface Submitted {
  readonly _id: string;
  readonly code: string;
  readonly rrr: string;
}

/**
 * From Create Account through HTTP to wherever fate leads: to the accepted place and its letters, or to what happens on
 * the way there. Each fee meets its fault. `elsewhere` is an address that must never hear anything.
 */
export async function walkByFate(portal: TestPortal, seed: number, elsewhere: string): Promise<Fated> {
  const person = generateApplicant(seed);
  const { token, me } = await arrive(portal, person);
  const fate = fateOf(seed);
  const walker: Walker = { portal, elsewhere, token, me, seed, fate, person, expected: new Map() };
  const first = await apply(walker, 0);
  const second = first && fate === "pays for two offers" ? await apply(walker, 1) : null;
  const submitted = [first, second].filter((one) => one !== null);
  const accepted = submitted.length > 0 && fate !== "waits for a decision" ? await decide(walker, submitted) : null;
  return {
    ...{ me, seed, fate, person, expected: walker.expected },
    applications: submitted.map(({ _id, rrr }) => ({ _id, rrr, accepted: _id === accepted })),
  };
}

/** Pays the application fee and applies; null when the fee is not verified. */
async function apply(walker: Walker, nth: number): Promise<Submitted | null> {
  const { portal, token, me, person, seed } = walker;
  const programme = await chooseProgramme(me, person, seed + nth);
  const paying = feeOf(walker, "application", { programme });
  await meetFault(paying, walker.elsewhere);
  const rrr = await payToApply(walker, paying);
  await sandboxControl(portal.sandbox).noFaultsFor(paying.payer);
  if (!rrr) return null;
  await uploadDocuments(portal, token, me, programme, await passportPhotograph(person));
  const form = { programme, payment: rrr, type: person.mode };
  const { body } = await granted(me.post("/ms_applications", form, { "idempotency-key": `walk-${seed}-${nth}` }));
  return { _id: body._id, code: body.code, rrr };
}

async function payToApply({ fate, expected }: Walker, paying: Paying): Promise<string | null> {
  const rrr = await reference(paying);
  if (fate === "never pays") {
    expected.set(rrr, "OPEN");
    return null;
  }
  if (fate !== "pays the application fee twice" || lying.has(paying.fault.name)) {
    return (await payRightly(paying, rrr)) ? rrr : null;
  }
  return payTwice(paying, rrr);
}

/** The old one is cancelled, the new one is paid, and then somebody pays the old one too. Answers the new one. */
async function payTwice(paying: Paying, old: string): Promise<string> {
  await cancelled(paying, old);
  const young = await reference(paying);
  await payRightly(paying, young);
  await pay(paying, old);
  paying.expected.set(old, "PAID second");
  return young;
}

/** The college offers, and the walker accepts or does not. Answers the accepted application. */
async function decide(walker: Walker, submitted: readonly Submitted[]): Promise<string | null> {
  const kind = walker.fate === "accepts under a condition" ? 2 : 1;
  for (const { code } of submitted) await releaseOffer(walker.portal.app.portal, portalItself, { code, kind });
  const [first, second] = submitted as [Submitted, Submitted?];
  const paying = feeOf(walker, "acceptance", { application: first._id });
  await meetFault(paying, walker.elsewhere);
  const accepted = second ? await acceptOne(walker, paying, second) : await accept(walker, paying, first);
  await sandboxControl(walker.portal.sandbox).noFaultsFor(paying.payer);
  return accepted ? first._id : null;
}

/** References for two places are made, and both are paid: the first one is accepted, unless the bursary has its money. */
async function acceptOne(walker: Walker, paying: Paying, { _id: application }: Submitted): Promise<boolean> {
  const beside = feeOf(walker, "acceptance", { application });
  const [rrr, other] = [await reference(paying), await reference(beside)];
  if (!(await payRightly(paying, rrr))) {
    walker.expected.set(other, "OPEN");
    return false;
  }
  await pay(beside, other);
  walker.expected.set(other, "PAID other-place");
  return true;
}

async function accept(walker: Walker, paying: Paying, { _id: application }: Submitted): Promise<boolean> {
  const { portal, expected, seed } = walker;
  const fate: Fate = lying.has(paying.fault.name) ? "accepts" : walker.fate;
  const over = (days: number) => dueIn(portal, { application }, -days);
  const rrr = await reference(paying);
  switch (fate) {
    case "lets the offer lapse":
      await over(1);
      expected.set(rrr, "OPEN");
      return false;
    case "pays after the last day":
      await over(1);
      await pay(paying, rrr);
      expected.set(rrr, "PAID late");
      return false;
    case "is heard of after the last day":
      // Half of them when the reference has lapsed as well.
      if (seed % 40 < 20)
        await portal.db.updateTable("payment_reference").set({ state: "EXPIRED" }).where("rrr", "=", rrr).execute();
      await over(1);
      return payRightly(paying, rrr, { paidOn: new Date(Date.now() - 2 * 86_400_000).toISOString() });
    case "pays too little":
      await pay(paying, rrr, { paidAmount: "17499.99" });
      expected.set(rrr, "HELD");
      return false;
    case "pays twice":
      await payTwice(paying, rrr);
      return true;
    case "pays an old reference after all": {
      await cancelled(paying, rrr);
      expected.set(await reference(paying), "OPEN");
      return payRightly(paying, rrr);
    }
    default:
      return payRightly(paying, rrr);
  }
}

function feeOf(
  { portal, me, person, seed, expected }: Walker,
  purpose: "application" | "acceptance",
  body: Readonly<Record<string, string>>,
): Paying {
  const [application, acceptance] = faultsOf(seed);
  const common = { portal, me, payer: person.bio.emailaddress, expected };
  if (purpose === "application") {
    const path = "/ms_application_fee";
    return { ...common, fault: application, wish: { path, body }, verifyPath: (rrr) => `${path}/${rrr}` };
  }
  const path = "/ms_acceptance_fee_rrr";
  return { ...common, fault: acceptance, wish: { path, body }, verifyPath: (rrr) => `${path}/verify/${rrr}` };
}
