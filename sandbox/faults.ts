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

export interface Faults {
  /** Sets a fault until it is cleared, or for the next `times` uses. */
  set(name: string, value: string, times: number): void;
  clear(): void;
  /** The value of a fault that is set, counting one use; undefined when it is not. */
  take(name: string): string | undefined;
  /** The broken body to send for this call, counting one use. */
  takeBody(scope: "init" | "status"): BodyFault | undefined;
  list(): { name: string; value: string; left: number | null }[];
}

export function noFaults(): Faults {
  const active = new Map<string, { value: string; left: number }>();
  const take = (name: string) => {
    const fault = active.get(name);
    if (!fault) return;
    fault.left -= 1;
    if (fault.left <= 0) active.delete(name);
    return fault.value;
  };
  return {
    set: (name, value, times) => active.set(name, { value, left: times }),
    clear: () => active.clear(),
    take,
    takeBody: (scope) => bodies.find((body) => take(`${scope}-${body}`) !== undefined),
    list: () =>
      [...active].map(([name, { value, left }]) => ({ name, value, left: Number.isFinite(left) ? left : null })),
  };
}
