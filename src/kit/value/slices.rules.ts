/** A long list in parts of at most so many, in its order; of an empty one none. */
export function* slicesOf<T>(list: readonly T[], most: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += most) yield list.slice(at, at + most);
}
