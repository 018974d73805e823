import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, in this order; so that none of them is left to one worker at the end. */
const longest = [
  "src/app/two-hundred-applicants.test.ts",
  "src/app/start.test.ts",
  "journeys/accessibility.test.ts",
  "journeys/offer-to-letter.test.ts",
  "src/app/start.crash.test.ts",
  "src/app/staff-authorisation.test.ts",
];

/**
 * The longest first, then people in browsers among everything else: a browser keeps a core busy, while much of the rest
 * waits.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const is = (start: string) => (file: TestSpecification) => file.moduleId.includes(`/${start}`);
    const sorted = await super.sort(files);
    const first = longest.flatMap((start) => sorted.filter(is(start)));
    const rest = sorted.filter((file) => !first.includes(file));
    return [
      ...first,
      ...among(
        rest.filter(is("journeys/")),
        rest.filter((file) => !is("journeys/")(file)),
      ),
    ];
  }
}

/** Each of `some` is followed by its share of `others`. */
function among<T>(some: readonly T[], others: readonly T[]): T[] {
  const share = Math.ceil(others.length / Math.max(1, some.length));
  const mixed = some.flatMap((one, at) => [one, ...others.slice(at * share, (at + 1) * share)]);
  return some.length > 0 ? mixed : [...others];
}
