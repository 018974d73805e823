/** Chance that repeats: the same seed gives the same draws for ever. */
export interface Chance {
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number;
  between(low: number, high: number): number;
  one<T>(list: readonly T[]): T;
  /** `count` different entries, in random order. */
  several<T>(list: readonly T[], count: number): T[];
  /** True in `share` of the cases, 0 to 1. */
  happens(share: number): boolean;
  /** A key, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  digits(count: number): string;
}

export function chanceOf(seed: number): Chance {
  const next = mulberry32(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const one = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error("There is nothing to choose from");
    return found;
  };
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    one,
    several: (list, count) => shuffled(list, below).slice(0, count),
    happens: (share) => next() < share,
    weighted: (weights) => pick(weights, next()),
    digits: (count) => Array.from({ length: count }, () => below(10)).join(""),
  };
}

/** Tommy Ettinger's 32-bit generator, public domain: small, and good enough for made-up people. */
function mulberry32(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(list: readonly T[], below: (limit: number) => number): T[] {
  const rest = [...list];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(below(rest.length), 1));
  return order;
}

function pick<K extends string>(weights: Readonly<Record<K, number>>, draw: number): K {
  const entries = Object.entries(weights) as [K, number][];
  let left = draw * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    left -= weight;
    if (left < 0) return key;
  }
  throw new Error("The weights are empty");
}
