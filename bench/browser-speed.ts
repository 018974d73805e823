import type { Page } from "playwright-core";

/**
 * A quarter of what a good desk computer has (1,500 to 2,000): a mid-tier phone (125 to 800).
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
 */
export const SLOW_INDEX = 440;

const ROUNDS = 5;

/**
 * Lighthouse's benchmark index of this browser here and now, by its definition: the mean of how often in a tenth of a second a text
 * of 10,000 letters is put together letter by letter, and of how often 100,000 numbers are copied from one array into another. The
 * best of some rounds: whoever works on the machine meanwhile can only lower it.
 */
export async function benchmarkIndex(page: Page): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await page.evaluate(measureIndex));
  return Math.max(...rounds);
}

function measureIndex(): number {
  const rate = (work: (turn: number) => void): number => {
    const begun = performance.now();
    let turns = 0;
    // The clock is looked at now and then: it costs as much as some of the work.
    while (turns % 10 > 0 || performance.now() - begun < 500) {
      work(turns);
      turns += 1;
    }
    return (turns * 100) / (performance.now() - begun);
  };
  const texts = rate(() => {
    let text = "";
    for (let nth = 0; nth < 10_000; nth += 1) text += "a";
    if (text.length === 1) throw new Error("the text was not put together");
  });
  const there: number[] = [];
  const back: number[] = [];
  for (let nth = 0; nth < 100_000; nth += 1) {
    there[nth] = nth;
    back[nth] = nth;
  }
  const copies = rate((turn) => {
    const [from, to] = turn % 2 === 0 ? [there, back] : [back, there];
    for (let nth = 0; nth < from.length; nth += 1) to[nth] = from[nth] ?? 0;
  });
  return (texts + copies) / 2;
}
