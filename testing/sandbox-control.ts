import type { Invoice } from "../sandbox/invoice.ts";
import type { Entry } from "../sandbox/journal.ts";
import type { Delivery } from "../sandbox/notify.ts";

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
    pay: (rrr: string, more: { channel?: string; lagSeconds?: number; paidAmount?: string } = {}) =>
      call("pay", { rrr, ...more }),
    deed: (name: "abort" | "fail" | "expire" | "reverse", rrr: string) => call(name, { rrr }),
    notify: (rrr: string, more: { times?: number; order?: string; tamper?: object } = {}) =>
      call("notify", { rrr, ...more }),
    notifyTo: (url: string) => call("notify-to", { url }),
    advance: (seconds: number) => call("clock", { advanceSeconds: seconds }),
    /** Until cleared, or for the next `times` uses. */
    fault: (name: string, value = "", times?: number) => call("fault", { name, value, times }),
    noFaults: () => call("fault", { name: "none" }),
    ledger: () => call("ledger") as Promise<Invoice[]>,
    requests: () => call("requests") as Promise<Entry[]>,
    notifications: () => call("notifications") as Promise<Delivery[]>,
  };
}
