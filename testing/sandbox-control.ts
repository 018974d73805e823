import type { Invoice } from "../sandbox/invoice.ts";
import type { Entry } from "../sandbox/journal.ts";
import type { Delivery } from "../sandbox/notify.ts";

/** How it is paid. `paidAmount` is in naira, `paidOn` the time by which the bank dates it. */
export interface Paying {
  readonly channel?: string;
  readonly lagSeconds?: number;
  readonly paidAmount?: string;
  readonly paidOn?: string;
}

/** Plays the bank: the control calls of a sandbox that runs somewhere. A refused call throws. */
export function sandboxControl({ control, token }: { control: string; token: string }) {
  const call = async (name: string, body?: object) => {
    const request = { method: body ? "POST" : "GET", headers: { authorization: `Bearer ${token}` } };
    const reply = await fetch(
      `${control}/__sandbox/${name}`,
      body ? { ...request, body: JSON.stringify(body) } : request,
    );
    if (!reply.ok) throw new Error(`${name}: ${await reply.text()}`);
    return reply.json();
  };
  return {
    pay: (rrr: string, more: Paying = {}) => call("pay", { rrr, ...more }),
    /** Though it was cancelled or has lapsed at the provider. */
    payAnyway: (rrr: string, more: Paying = {}) => call("pay-anyway", { rrr, ...more }),
    deed: (name: "abort" | "fail" | "deactivate" | "expire" | "reverse", rrr: string) => call(name, { rrr }),
    notify: (rrr: string, more: { times?: number; order?: string; tamper?: object } = {}) =>
      call("notify", { rrr, ...more }),
    notifyTo: (url: string) => call("notify-to", { url }),
    advance: (seconds: number) => call("clock", { advanceSeconds: seconds }),
    /** Until cleared, or for the next `times` uses. */
    fault: (name: string, value = "", times?: number) => call("fault", { name, value, times }),
    /** The same for one reference, one order or one payer's address alone. */
    faultFor: (only: string, name: string, value = "", times?: number) => call("fault", { name, value, times, only }),
    noFaults: () => call("fault", { name: "none" }),
    noFaultsFor: (only: string) => call("fault", { name: "none", only }),
    /** How often each fault was met. */
    met: () => call("met") as Promise<Record<string, number>>,
    ledger: () => call("ledger") as Promise<Invoice[]>,
    requests: () => call("requests") as Promise<Entry[]>,
    notifications: () => call("notifications") as Promise<Delivery[]>,
  };
}
