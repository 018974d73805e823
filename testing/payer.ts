import { generateApplicant } from "../demo/applicants.ts";
import { type Person, signedInApplicant } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { insist } from "./visitor.ts";
import { granted } from "./walk.ts";

export interface Payer extends Person {
  /** A programme that takes applications now; each number another one. */
  programme(number?: number): Promise<{ _id: string; name: string; fee: number }>;
  /** The answer to the wish for a reference, which must be granted. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, whatever the shape
  reference(number?: number): Promise<any>;
}

let made = 0;

/** A signed-in applicant with a bio, ready to pay. */
export async function payer(portal: TestPortal): Promise<Payer> {
  made += 1;
  const person = await signedInApplicant(portal);
  const { bio } = generateApplicant(made);
  await granted(insist(() => person.post("/ms_applicant/bio", bio)));
  const programme = async (number = 0) => (await granted(person.get("/ms_programme"))).body[number];
  return {
    ...person,
    programme,
    reference: async (number = 0) => {
      const { _id } = await programme(number);
      return (await granted(person.post("/ms_application_fee", { programme: _id }))).body;
    },
  };
}

/** Ten seconds have passed since the provider was last asked about anything. */
export async function tenSecondsLater(portal: TestPortal): Promise<void> {
  const asked = await portal.db
    .selectFrom("payment_reference")
    .select("_id")
    .where("askedAt", "is not", null)
    .execute();
  await askedLongAgo(portal, asked);
}

/** Ten seconds have passed for these. One row at a time: who holds one row and waits for another cannot meet it in a circle. */
export async function askedLongAgo({ db }: TestPortal, payments: readonly { readonly _id: string }[]): Promise<void> {
  for (const { _id } of payments) {
    await db.updateTable("payment_reference").set({ askedAt: null }).where("_id", "=", _id).execute();
  }
}

/** Somebody who has paid at a bank of which nobody told the portal; it may ask the provider at once. */
export async function unheardPayer(portal: TestPortal, programme: number) {
  const person = await payer(portal);
  const { rrr, amount } = await person.reference(programme);
  const bank = sandboxControl(portal.sandbox);
  await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  return { person, rrr, amount };
}
