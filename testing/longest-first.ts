import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, in this order; so that none of them is left to one worker at the end. */
const longest = [
  "src/app/two-hundred-applicants.test.ts",
  "journeys/accessibility.test.ts",
  "journeys/offer-to-letter.test.ts",
  "src/app/staff-authorisation.test.ts",
];

/**
 * One project after the other, the longest first in each. A worker is kept for the next file only where that is of the
 * same project: else it ends, its browser with it, and its follower loads every module anew.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted
      .map((file, place) => ({ file, rank: rankOf(file), place }))
      .sort((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ file }) => file);
  }
}

const projects = ["prove", "journeys", "server", "rules"];

function rankOf({ project, moduleId }: TestSpecification): number {
  const place = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return projects.indexOf(project.name) * longest.length * 2 + (place < 0 ? longest.length : place);
}
