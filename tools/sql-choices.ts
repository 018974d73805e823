/** Follows every way through a piece of code that is run again and again: each alternative of each choice at least once. */

/** Answers which of `count` alternatives of a question is taken, from 0; `caller` is on whose behalf it is asked. */
export type Choose = (question: string, caller: string, count: number) => number;

/** So many ways on which nothing is new but who calls. */
const MOST = 1_000;

/**
 * What `run` answers on each way. Not every combination is tried, but every alternative that any way leads to; and again on
 * behalf of other callers, as far as these are not very many.
 */
export function everyWay<R>(run: (choose: Choose) => R): R[] {
  const known = new Set<string>();
  const first: number[][] = [[]];
  const again: number[][] = [];
  const found: R[] = [];
  for (let others = 0; others <= MOST; ) {
    const begun = first.shift() ?? again.shift();
    if (!begun) break;
    if (first.length === 0) others += 1;
    const taken: number[] = [];
    const choose: Choose = (question, caller, count) => {
      if (taken.length < begun.length) {
        const pick = begun[taken.length] as number;
        taken.push(pick);
        return pick;
      }
      const key = `${caller} ${question}`;
      if (!known.has(key)) {
        const waiting = known.has(question) ? again : first;
        known.add(key).add(question);
        for (let other = 1; other < count; other += 1) waiting.push([...taken, other]);
      }
      taken.push(0);
      return 0;
    };
    found.push(run(choose));
  }
  return found;
}
