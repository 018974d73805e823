/** The lowest of 1 to `most` that is not taken; undefined when all are. */
export function lowestFree(taken: readonly number[], most: number): number | undefined {
  for (let place = 1; place <= most; place += 1) {
    if (!taken.includes(place)) return place;
  }
  return undefined;
}
