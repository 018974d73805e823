import { expect, test } from "vitest";
import { firstUnmet, judgePrerequisites } from "./prerequisites.rules.ts";

const enough = { referees: 2, bio: 1, sittings: 1, results: 5, awaited: 0 };

test.each([
  [{}, undefined],
  [{ referees: 0 }, "You are required to upload 2 referees/guardians"],
  [{ referees: 1 }, "You are required to upload 2 referees/guardians"],
  [{ referees: 5 }, undefined],
  [{ bio: 0 }, "You need to upload your bio data"],
  [{ sittings: 0 }, "Please check your O-Level sittings maximum sittings is 2"],
  [{ sittings: 2 }, undefined],
  [{ sittings: 3 }, "Please check your O-Level sittings maximum sittings is 2"],
  [{ results: 0 }, "Please check your O-Level results add a minimum of 5 results, 0 currently added"],
  [{ results: 4 }, "Please check your O-Level results add a minimum of 5 results, 4 currently added"],
  [{ results: 6 }, undefined],
  [{ results: 2, awaited: 3 }, undefined],
  [{ results: 0, awaited: 4 }, "Please check your O-Level results add a minimum of 5 results, 0 currently added"],
  [{ referees: 1, results: 0 }, "You are required to upload 2 referees/guardians"],
])("with %o beside enough of the rest, the first sentence is %s", (some, sentence) => {
  expect(firstUnmet(judgePrerequisites({ ...enough, ...some }, 5))?.sentence).toBe(sentence);
});

test("the sentence prints the number of results that the college asks for", () => {
  expect(firstUnmet(judgePrerequisites(enough, 6))?.sentence).toBe(
    "Please check your O-Level results add a minimum of 6 results, 5 currently added",
  );
});

test("each of the four is judged, in the order of the dashboard", () => {
  const judged = judgePrerequisites({ referees: 0, bio: 0, sittings: 0, results: 0, awaited: 0 }, 5);
  expect(judged.map(({ key, met }) => [key, met])).toEqual([
    ["referees", false],
    ["bio", false],
    ["sittings", false],
    ["results", false],
  ]);
});
