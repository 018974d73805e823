import { setTimeout as wait } from "node:timers/promises";
import type { Caller } from "./applicant.ts";
import { type Dose, lying, silent } from "./fates.ts";
import { askedLongAgo } from "./payer.ts";
import { plannedTimeComes } from "./poll-plan.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";

/** One fee of one walker, and what the provider does to it. */
export interface Paying {
  readonly portal: TestPortal;
  readonly me: Caller;
  /** The payer's address of mail, by which faults find the walker. */
  readonly payer: string;
  readonly fault: Dose;
  /** The calls of the purpose. */
  readonly wish: { readonly path: string; readonly body: Readonly<Record<string, string>> };
  verifyPath(rrr: string): string;
  /** What each of the walker's references is to come to in the end. */
  readonly expected: Map<string, string>;
}

/** The fault is set before anything is asked. Where a fault needs an address, it is that of nobody who may answer. */
export async function meetFault({ portal, payer, fault }: Paying, elsewhere: string): Promise<void> {
  const value = fault.name === "redirect-302" ? elsewhere : fault.value;
  await sandboxControl(portal.sandbox).faultFor(payer, fault.name, value, fault.times);
}

/** Asks for a reference as often as it takes. */
export async function reference({ portal, me, wish }: Paying): Promise<string> {
  for (let tries = 1; tries <= 60; tries += 1) {
    const { body } = await me.post(wish.path, wish.body);
    if (body.type === "error" && !body.message.startsWith("Remita error")) throw new Error(body.message);
    const rrr = body.rrr ?? body.RRR;
    if (rrr) return rrr;
    await wait(150);
    await tenSecondsOn(portal, wish.body);
  }
  throw new Error("the provider never made the reference");
}

/** Pays at a bank and waits until the portal knows, in the way that the fault leaves. */
export async function pay(paying: Paying, rrr: string, more: { paidAmount?: string; paidOn?: string } = {}) {
  await sandboxControl(paying.portal.sandbox).payAnyway(rrr, { channel: "BRANCH", ...more });
  return known(paying, rrr, (state) => state === "PAID" || state === "HELD");
}

/** Pays what was asked; answers whether the payment is verified. A lying provider's is held. */
export async function payRightly(paying: Paying, rrr: string, more: { paidOn?: string } = {}): Promise<boolean> {
  const isHeld = lying.has(paying.fault.name);
  paying.expected.set(rrr, isHeld ? "HELD" : "PAID");
  await pay(paying, rrr, more);
  return !isHeld;
}

/** The provider cancels it, and the portal hears so. */
export async function cancelled(paying: Paying, rrr: string): Promise<void> {
  await sandboxControl(paying.portal.sandbox).deed("deactivate", rrr);
  paying.expected.set(rrr, "CANCELLED");
  await asked(paying, rrr, (state) => state === "CANCELLED");
}

type Enough = (state: string) => boolean;

async function known(paying: Paying, rrr: string, enough: Enough): Promise<void> {
  const { name } = paying.fault;
  if (silent.has(name)) return planned(paying, rrr, enough);
  if (name.startsWith("notify-")) return told(paying, rrr, enough);
  return asked(paying, rrr, enough);
}

/** The applicant presses Verify Payment, again and again. */
async function asked({ portal, me, verifyPath }: Paying, rrr: string, enough: Enough): Promise<void> {
  for (let tries = 1; tries <= 60; tries += 1) {
    const { body } = await me.get(verifyPath(rrr));
    if (enough(body.state)) return;
    await wait(150);
    await tenSecondsOn(portal, { rrr });
  }
  throw new Error(`${rrr} was verified in vain`);
}

/** Nobody asks: a notification comes. */
async function told({ portal }: Paying, rrr: string, enough: Enough): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    if (enough((await rowOf(portal, rrr)).state)) return;
    await tenSecondsOn(portal, { rrr });
    await wait(200);
  }
  throw new Error(`nothing came of the notification of ${rrr}`);
}

/** Nobody asks and nobody tells: the portal's own plan comes to it. */
async function planned({ portal }: Paying, rrr: string, enough: Enough): Promise<void> {
  const { _id } = await rowOf(portal, rrr);
  for (let round = 1; round <= 20; round += 1) {
    await plannedTimeComes(portal, _id);
    if (enough((await rowOf(portal, rrr)).state)) return;
  }
  throw new Error(`the plan never came to ${rrr}`);
}

const rowOf = ({ db }: TestPortal, rrr: string) =>
  db.selectFrom("payment_reference").select(["_id", "state"]).where("rrr", "=", rrr).executeTakeFirstOrThrow();

/** Ten seconds have passed for one reference, or for those that are wished for by somebody. */
async function tenSecondsOn(portal: TestPortal, which: Readonly<Record<string, string>>): Promise<void> {
  const rows = portal.db.selectFrom("payment_reference").select("_id").where("askedAt", "is not", null);
  if (which.rrr) await askedLongAgo(portal, await rows.where("rrr", "=", which.rrr).execute());
  else if (which.application)
    await askedLongAgo(portal, await rows.where("acceptanceof", "=", which.application).execute());
  else {
    const wished = rows.where("programme", "=", which.programme ?? "").where("rrr", "is", null);
    await askedLongAgo(portal, await wished.execute());
  }
}
