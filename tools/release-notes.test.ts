import { expect, test } from "vitest";
import { notesOf } from "./release-notes.kinds.ts";

const known = new Map([
  ["offer", "applicants"],
  ["statement", "office"],
] as const);

test("facts stand under whom they are for, by noun, each once", () => {
  const subjects = [
    "statement: a line is matched by its order",
    "offer: a lapsed one says its day",
    "offer: a recalled one is told by mail",
    "offer: a lapsed one says its day",
    "metrics: figures in OpenMetrics",
    "Mend a word",
  ];
  expect(notesOf(subjects, 1, known)).toBe(`### For applicants and the public
- **offer**:
  - a lapsed one says its day
  - a recalled one is told by mail

### For the office
- **statement**: a line is matched by its order

### For whoever runs it
- **metrics**: figures in OpenMetrics

### Inside
- Mend a word

1 migration runs at the first start.`);
});

test("a release without a migration says so", () => {
  expect(notesOf([], 0, known)).toBe("The database stays as it is.");
});

test("every noun of the code has a heading", () => {
  expect(notesOf(["payment-reference: one"], 0)).toMatch(
    /^### For applicants and the public\n- \*\*payment-reference\*\*: one/,
  );
});
