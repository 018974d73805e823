import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { MAX_WAITING, openGate } from "#platform/limits/gate.server.ts";

// Argon2id, 19 MiB, 2 passes, 1 lane: 7 ms of one core. Each stored hash names its own parameters, so they can be
// raised without touching the older ones.
const costs = {
  strong: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** For tests that are about something else; production refuses it. */
  cheap: { memoryCost: 64, timeCost: 1, parallelism: 1 },
} as const;

let chosen: keyof typeof costs = "strong";

/** Of the hashes that this process makes from now on; `PASSWORD_HASH`. */
export function choosePasswordHash(cost: keyof typeof costs): void {
  chosen = cost;
}

/** As many hashes at once as there are cores: the thread pool stays free for files and names. */
const hashing = openGate(availableParallelism());

/** The stored form of a password. Refuses with 503 when too many wait for a hash. */
export const hashPassword = (typed: string): Promise<string> => hashing(() => hash(typed, costs[chosen]));

/** Of its own, so that strangers who keep the others busy keep nobody out who has been here before. */
const knownHashing = openGate(1);

/**
 * Whether the password is the stored one. Without a stored one it takes as long and says no, so that the time does
 * not tell who has an account. Refuses with 503 when too many wait.
 */
export const isPassword = (stored: string | null | undefined, typed: string): Promise<boolean> =>
  hashing(() => isRight(stored, typed));

/** `isPassword` for an account at a device that it has signed in from. */
export const isPasswordAtKnownDevice = (stored: string | null | undefined, typed: string): Promise<boolean> =>
  knownHashing(() => isRight(stored, typed));

async function isRight(stored: string | null | undefined, typed: string): Promise<boolean> {
  const right = await verify(stored ?? (await decoys[chosen]), typed);
  return right && Boolean(stored);
}

// With more of them the statements of a crowd take the cores from the hashes, and from whoever is to be turned away.
const STRANGERS_AT_ONCE = availableParallelism() + 1;

/** Whoever more is on his way to `isPassword` is turned away before the database is asked for him. */
export const MOST_STRANGERS = STRANGERS_AT_ONCE + MAX_WAITING;

/** Lets a few strangers at once on their way to `isPassword`. Refuses with 503 when too many wait. */
export const asStranger = openGate(STRANGERS_AT_ONCE);

const decoyOf = (cost: keyof typeof costs) => hash("nobody has this password", costs[cost]);
const decoys = { strong: decoyOf("strong"), cheap: decoyOf("cheap") };
