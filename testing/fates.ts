import { faultNames } from "../sandbox/faults.ts";

/** What becomes of a walker who comes to the offers. */
export const fates = [
  "accepts",
  "accepts under a condition",
  "is heard of after the last day",
  "pays after the last day",
  "pays twice",
  "pays an old reference after all",
  "pays too little",
  "pays for two offers",
  "lets the offer lapse",
  "waits for a decision",
  "pays the application fee twice",
  "never pays",
] as const;

export type Fate = (typeof fates)[number];

/** Most accept; of twenty walkers each other fate has one. */
export function fateOf(seed: number): Fate {
  const place = seed % 20;
  const usual: Fate = place % 3 === 0 ? "accepts under a condition" : "accepts";
  return place < 10 ? usual : (fates[place - 8] ?? usual);
}

/** How often a fault is met, and with which value; else once. */
const doses: Readonly<Record<string, { readonly value?: string; readonly times?: number }>> = {
  "init-code": { value: "998" },
  wrapper: { value: "semicolon" },
  "unknown-code": { value: "777", times: 2 },
  "status-00": { times: 20 },
  "status-lag": { value: "86400", times: 2 },
  "status-flap": { times: 4 },
  "status-5xx": { times: 3 },
  "rate-429": { times: 2 },
  slow: { value: "0.4", times: 2 },
};

export interface Dose {
  readonly name: string;
  readonly value: string;
  readonly times: number;
}

/** The fault that a walker meets with the application fee, and the one with the acceptance fee. Each name in its turn. */
export const faultsOf = (seed: number): readonly [Dose, Dose] => [doseOf(seed), doseOf(seed * 5 + 11)];

function doseOf(place: number): Dose {
  const name = faultNames[place % faultNames.length] ?? "";
  return { name, value: "", times: 1, ...doses[name] };
}

/** Faults after which no notification tells of the payment: only the plan finds it, because nobody asks. */
export const silent: ReadonlySet<string> = new Set(["notify-none", "notify-late-3d", "notify-malformed"]);

/** Faults after which the provider's answer is not that of the payment: the bursary has it then. */
export const lying: ReadonlySet<string> = new Set(["status-wrong-amount", "status-wrong-order", "status-wrong-rrr"]);
