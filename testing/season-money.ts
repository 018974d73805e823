import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { inDays } from "./days.ts";
import type { SeatedPerson } from "./generated-people.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { ownOrigin, type StaffMember } from "./staff.ts";
import { granted } from "./walk.ts";

const AT_ONCE = 8;

/** Does something for each, several at a time. */
export async function each<T>(
  list: readonly T[],
  deed: (one: T, place: number) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let place = next++; place < list.length; place = next++) await deed(list[place] as T, place);
    }),
  );
}

/** One application through HTTP: the reference, the payment at a counter, the verification, the submission. Answers its `_id`. */
export async function payAndApply(portal: TestPortal, one: SeatedPerson, place: number): Promise<string> {
  const bank = sandboxControl(portal.sandbox);
  const { programme, person } = one;
  const { rrr } = (await granted(one.post("/ms_application_fee", { programme }))).body;
  // One in ten is heard of by the provider's notification, too.
  if (place % 10 !== 0) await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr, { channel: "BRANCH" });
  const { isverified } = (await granted(one.get(`/ms_application_fee/${rrr}`))).body;
  if (!isverified) throw new Error(`${rrr} is not verified`);
  const form = { programme, payment: rrr, type: person.mode };
  return (await granted(one.post("/ms_applications", form, { "idempotency-key": `season-${place}` }))).body._id;
}

/** Makes the reference of the acceptance fee, and pays it at a counter. */
export async function accept(portal: TestPortal, one: SeatedPerson, application: string): Promise<void> {
  const bank = sandboxControl(portal.sandbox);
  const { RRR } = (await granted(one.post("/ms_acceptance_fee_rrr", { application }))).body;
  await bank.faultFor(RRR, "notify-none");
  await bank.pay(RRR, { channel: "BRANCH" });
  const { isverified } = (await granted(one.get(`/ms_acceptance_fee_rrr/verify/${RRR}`))).body;
  if (!isverified) throw new Error(`${RRR} is not verified`);
}

/** The bank's statement of everything that the provider says is paid; each line is changed by `told`, or left out by null. */
export async function statementOf(
  portal: TestPortal,
  told: (line: StatementLine) => readonly StatementLine[],
): Promise<string> {
  const invoices = await sandboxControl(portal.sandbox).ledger();
  const day = inDays(0);
  const lines = invoices
    .filter(({ state }) => state === "PAID")
    .flatMap(({ rrr, amount }) => told({ rrr, amount: String(amount) }));
  const rows = lines.map(({ rrr, amount }, n) => `${day},REMITA/${rrr}/FEES,${amount},S${n}`);
  return ["Value Date,Narration,Credit,Ref", ...rows].join("\n");
}

export interface StatementLine {
  readonly rrr: string;
  readonly amount: string;
}

/** As many lines as the portal takes in one file, without the head. */
const MOST_LINES = 20_000;

/**
 * Imports a statement by the columns that the portal finds in it, in as many files as it takes. Answers what the new
 * lines come to, by standing.
 */
export async function importStatement(portal: TestPortal, who: StaffMember, csv: string) {
  const [head, ...lines] = csv.split("\n");
  const sums: Record<string, number> = {};
  for (let from = 0; from < lines.length; from += MOST_LINES) {
    const file = [head, ...lines.slice(from, from + MOST_LINES)].join("\n");
    for (const { standing, count } of await importFile(portal, who, `season-${from}.csv`, file))
      sums[standing] = (sums[standing] ?? 0) + count;
  }
  return sums;
}

async function importFile(
  portal: TestPortal,
  who: StaffMember,
  name: string,
  csv: string,
): Promise<readonly { standing: string; count: number }[]> {
  const send = async (deed: string, query: Record<string, string>) => {
    const form = new FormData();
    form.set("file", new Blob([csv]), name);
    const address = `${portal.url}/api/staff/ms_statement/${deed}?${new URLSearchParams(query)}`;
    const headers = { cookie: who.cookie, origin: ownOrigin(portal) };
    const reply = await fetch(address, { method: "POST", body: form, headers });
    const body = await reply.json();
    if (reply.status !== 200 || body.type === "error") throw new Error(`${deed}: ${JSON.stringify(body)}`);
    return body;
  };
  const { map } = await send("columns", {});
  return (await send("import", { map: JSON.stringify(map), source: "Bank", name })).standings;
}

interface Found {
  readonly kind: string;
  readonly rrr: string | null;
  readonly state: string;
}

/** A reconciliation from its beginning to its end, and what it found. */
export async function reconcile(who: StaffMember): Promise<Found[]> {
  const { _id } = (await granted(who.post("/staff/ms_reconciliation", {}))).body;
  for (let waited = 0; ; waited += 250) {
    const { state } = (await granted(who.get(`/staff/ms_reconciliation/${_id}`))).body;
    if (state === "Done") break;
    expect(state).toBe("Running");
    if (waited > 900_000) throw new Error("the reconciliation did not end");
    await wait(250);
  }
  return (await granted(who.get(`/staff/ms_reconciliation/${_id}/found`))).body.list;
}
