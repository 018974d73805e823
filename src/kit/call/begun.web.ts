/**
 * Reads that began before the screen that shows them was there. A page's first script begins them, long before the others
 * are loaded; so they wait where both find them.
 */
const shared = globalThis as { begunReads?: Map<string, Begun> };
shared.begunReads ??= new Map();
const reads = shared.begunReads;

interface Begun {
  readonly at: number;
  readonly answer: Promise<Response>;
  /** When the answer was there. */
  ended: number;
}

/** An answer that nobody asked for in this time is no longer shown. */
const FRESH_MS = 60_000;

/** A sign-in never sees what another one began. */
const nameOf = (address: string, { authorization = "" }: Record<string, string>) => `${authorization} ${address}`;

export function beginRead(address: string, signed: Record<string, string>): void {
  const name = nameOf(address, signed);
  if (reads.has(name)) return;
  const begun = { at: Date.now(), answer: fetch(`/api${address}`, { headers: signed, cache: "no-store" }), ended: 0 };
  const end = () => {
    begun.ended = Date.now();
  };
  begun.answer.then(end, end); // Whoever takes it says what went wrong.
  reads.set(name, begun);
}

/** The answer that is on its way to this read, once. */
export function takeBegun(address: string, signed: Record<string, string>): Begun | undefined {
  const name = nameOf(address, signed);
  const found = reads.get(name);
  reads.delete(name);
  return found && Date.now() - found.at < FRESH_MS ? found : undefined;
}

/** After a command nothing that was read before is true for certain. */
export const forgetBegun = (): void => reads.clear();
