import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, in this order; so that none of them is left to one worker at the end. */
const longest = [
  "src/app/two-hundred-applicants.test.ts",
  "src/app/start.test.ts",
  "journeys/accessibility.test.ts",
  "journeys/offer-to-letter.test.ts",
  "src/app/start.crash.test.ts",
  "journeys/papers.test.ts",
];

/** The longest first, then people in browsers, then the payments, which wait for the provider, then the rest. */
const places = [...longest, "journeys/", "src/payments/", ""];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => places.findIndex((start) => moduleId.includes(`/${start}`));
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
