import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes much longer than its size says. */
const longest = [
  "src/app/staff-authorisation.test.ts",
  "src/app/authorisation.test.ts",
  "journeys/administrator.test.ts",
  "journeys/auditor-and-head.test.ts",
  "journeys/accessibility.test.ts",
  "journeys/offer-to-letter.test.ts",
];

/** Where among the nouns' files the last journey stands: what follows it is short, so that all workers end together. */
const LAST_JOURNEY = 0.85;

/**
 * The longest first, journeys among nouns' files from beginning to end: a journey works where a noun's file waits for
 * locks, for programs and for times that come, and four journeys at once are more than two cores can do.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ranked = sorted
      .map((file, place) => ({ file, rank: rankOf(file), place }))
      .sort((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ file }) => file);
    const journeys = ranked.filter(isJourney);
    const others = ranked.filter((file) => !isJourney(file));
    return [...placed(journeys, LAST_JOURNEY), ...placed(others, 1)]
      .sort((one, other) => one.place - other.place)
      .map(({ file }) => file);
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place < 0 ? longest.length : place;
}

const isJourney = ({ moduleId }: TestSpecification) => moduleId.includes("/journeys/");

const placed = (files: TestSpecification[], end: number) =>
  files.map((file, index) => ({ file, place: (index / files.length) * end }));
