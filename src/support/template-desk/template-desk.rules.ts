interface LineApart {
  readonly change: "same" | "gone" | "new";
  readonly line: string;
  /** Its place among the others, for a list. */
  readonly at: number;
}

/** Two texts line by line: what stays, what is gone and what is new, in the order in which it is read. */
export function linesApart(before: string, after: string): readonly LineApart[] {
  const old = before.split("\n");
  const now = after.split("\n");
  const longest = commonLengths(old, now);
  const found: Omit<LineApart, "at">[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      found.push({ change: "same", line: old[i] ?? "" });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && lengthAt(longest, i + 1, j) >= lengthAt(longest, i, j + 1))) {
      found.push({ change: "gone", line: old[i] ?? "" });
      i += 1;
    } else {
      found.push({ change: "new", line: now[j] ?? "" });
      j += 1;
    }
  }
  return found.map((one, at) => ({ ...one, at }));
}

const lengthAt = (lengths: readonly (readonly number[])[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** How many lines the rests of two texts have in common, from each pair of lines on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row)
        row[j] =
          old[i] === now[j]
            ? lengthAt(lengths, i + 1, j + 1) + 1
            : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  return lengths;
}
