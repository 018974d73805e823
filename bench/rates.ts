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

/** The middle of three runs of each, taken in turns, so that a noisy minute hits both. */
export async function inTurns(ours: () => Promise<number>, ceiling: () => Promise<number>): Promise<[number, number]> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < 3; round += 1) pairs.push([await ours(), await ceiling()]);
  const middle = (side: 0 | 1) => pairs.map((pair) => pair[side]).sort((a, b) => a - b)[1] ?? 0;
  return [middle(0), middle(1)];
}
