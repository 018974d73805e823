import type { Invoice } from "./invoice.ts";

/** What can be made to go wrong, by the name that the control takes. A name that ends in `=` takes a value. */
const bodies = ["5xx", "html", "empty", "hang", "drip", "endless", "cut", "bad-utf8", "two-answers", "reset"] as const;

export type BodyFault = (typeof bodies)[number];

export const faultNames = [
  ...bodies.flatMap((body) => [`init-${body}`, `status-${body}`]),
  "init-timeout-after-commit",
  "init-no-rrr",
  "init-code",
  "wrapper",
  "unknown-code",
  "status-00",
  "status-lag",
  "status-flap",
  "status-wrong-amount",
  "status-wrong-order",
  "status-wrong-rrr",
  "notify-none",
  "notify-dup",
  "notify-reordered",
  "notify-batch",
  "notify-late-3d",
  "notify-forged",
  "notify-malformed",
  "redirect-302",
  "rate-429",
  "slow",
];

/** What a call is about, as far as it says so: a fault may be meant for one reference, one order or one payer only. */
export type About = Partial<Pick<Invoice, "rrr" | "orderId" | "payerEmail">>;

interface Fault {
  name: string;
  value: string;
  /** For so many uses; infinity until it is cleared. */
  times: number;
  /** A reference, an order id or a payer's address; empty for everybody. */
  only: string;
}

export interface Faults {
  set(fault: Fault): void;
  /** Clears those of one reference, order or payer; without one, all. */
  clear(only?: string): void;
  /** The value of a fault that is set for this, else for everybody, counting one use; undefined when it is not. */
  take(name: string, about: About): string | undefined;
  /** The broken body to send for this call, counting one use. */
  takeBody(scope: "init" | "status", about: About): BodyFault | undefined;
  /** How often each fault was met since the start. */
  met(): Record<string, number>;
}

export function noFaults(): Faults {
  // By name and for whom: a season sets one for each of its payments, and each call asks for every name.
  const active = new Map<string, Fault>();
  const met: Record<string, number> = {};
  const keyOf = ({ name, only }: Pick<Fault, "name" | "only">) => `${name} ${only}`;
  const take = (name: string, { rrr, orderId, payerEmail }: About) => {
    const fault = [rrr, orderId, payerEmail, ""]
      .map((only) => (only === undefined ? undefined : active.get(keyOf({ name, only }))))
      .find((one) => one !== undefined);
    if (!fault) return;
    met[name] = (met[name] ?? 0) + 1;
    fault.times -= 1;
    if (fault.times <= 0) active.delete(keyOf(fault));
    return fault.value;
  };
  return {
    set(fault) {
      active.set(keyOf(fault), { ...fault });
    },
    clear(only) {
      for (const [key, fault] of active) if (only === undefined || fault.only === only) active.delete(key);
    },
    take,
    takeBody: (scope, about) => bodies.find((body) => take(`${scope}-${body}`, about) !== undefined),
    met: () => ({ ...met }),
  };
}
