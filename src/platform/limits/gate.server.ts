import { busy } from "#kit/wire/refusal.server.ts";

export const MAX_WAITING = 60;
const MAX_WAIT_MS = 3_000;

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets `width` pieces of heavy work run at once; 60 wait at most 3 s, the rest are refused with 503.
 * Without it, hashing fills the thread pool and every other answer waits behind it.
 */
export function openGate(width: number): Gate {
  const enter = openPlaces(width);
  return async (work) => {
    const leave = await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** A gate of `width` for each key: what one asks for waits behind its own, and never takes the places of others. */
export function openLanes(width: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lanes = new Map<string, { readonly gate: Gate; users: number }>();
  return async (key, work) => {
    const lane = lanes.get(key) ?? { gate: openGate(width), users: 0 };
    lanes.set(key, lane);
    lane.users += 1;
    try {
      return await lane.gate(work);
    } finally {
      lane.users -= 1;
      if (lane.users === 0) lanes.delete(key);
    }
  };
}

/** A gate for work that ends elsewhere: whoever has entered calls what he was given, once, when he leaves. */
export function openPlaces(width: number): () => Promise<() => void> {
  let running = 0;
  const waiting: (() => void)[] = [];

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async () => {
    if (running < width) {
      running += 1;
      return leave;
    }
    if (waiting.length >= MAX_WAITING) throw busy(2);
    await new Promise<void>((admit, refuse) => {
      const turn = () => {
        clearTimeout(deadline);
        admit();
      };
      const deadline = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        refuse(busy(2));
      }, MAX_WAIT_MS);
      waiting.push(turn);
    });
    return leave;
  };
}
