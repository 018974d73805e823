const SECONDS = 4;

/** How often `work` is done in a second by so many at once, without HTTP; at most `amount` times. */
export async function rate(work: () => Promise<unknown>, atOnce: number, amount = Number.POSITIVE_INFINITY) {
  const begun = performance.now();
  const end = begun + SECONDS * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end && count < amount) {
        count += 1;
        await work();
      }
    }),
  );
  return (count * 1000) / (performance.now() - begun);
}

/** The middle of five runs of each, taken in turns, so that a noisy minute hits both. */
export async function inTurns(ours: () => Promise<number>, ceiling: () => Promise<number>): Promise<[number, number]> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < 5; round += 1) pairs.push([await ours(), await ceiling()]);
  return [middleOf(pairs.map(([side]) => side)), middleOf(pairs.map(([, side]) => side))];
}

export const middleOf = (rates: readonly number[]): number =>
  [...rates].sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
