import * as v from "valibot";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { missingMarks } from "#registry/past-mark/past-mark.rules.ts";
import { MOST_MARKS, scoreEntries } from "../score-sheet.contract.ts";

const path = "/staff/ms_score_sheet/:id/workbook";

export const readWorkbook = get(
  `${path}.xlsx`,
  "The sheet as an Excel workbook to fill, signed over its course, session, write and list",
  v.any(),
);

const called = { student: v.string(), name: v.string(), matric: v.nullable(v.string()) };

const difference = v.strictObject({
  ...called,
  was: v.strictObject(scoreEntries),
  becomes: v.strictObject(scoreEntries),
  version: v.number(),
  /** Who typed it after the workbook was downloaded; null where nobody did. */
  since: v.nullable(v.strictObject({ by: v.string(), at: v.string() })),
});

export type Difference = v.InferOutput<typeof difference>;

export const seenWorkbook = v.strictObject({
  differences: v.array(difference),
  /** Rows that say no mark, each with its number in the workbook. While there is one, nothing is applied. */
  wrong: v.array(v.strictObject({ row: v.number(), sentence: v.string() })),
  /** What is left out, and why. */
  left: v.array(v.string()),
  /** Marks that others typed since the download, which the workbook leaves as they are. */
  newer: v.number(),
  /** Signs exactly these differences; null where there is nothing to apply. */
  seal: v.nullable(v.string()),
});

export const checkWorkbook = post(
  path,
  "What a filled workbook of this sheet would change; nothing is written. Refuses one of another sheet by name",
  v.nullish(v.undefined()),
  seenWorkbook,
);

const mark = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)));

export const applyWorkbook = {
  ...post(
    `${path}/apply`,
    "Applies the differences that were shown: all of them in one step, or none where a mark was typed anew since",
    fields({
      rows: v.pipe(
        v.array(
          v.strictObject({
            student: v.pipe(v.string(), v.maxLength(64)),
            ca: mark,
            examination: mark,
            code: v.nullable(v.picklist(missingMarks)),
            version: v.pipe(v.number(), v.integer(), v.minValue(0)),
          }),
          "Rows is required",
        ),
        v.minLength(1, "There is nothing to apply"),
        v.maxLength(MOST_MARKS, "Apply at most 5,000 marks at once"),
        v.title("Rows"),
      ),
      seal: v.pipe(v.string("Seal is required"), v.maxLength(64), v.title("Seal")),
    }),
    done({ marksversion: v.number(), applied: v.number() }),
  ),
  largest: MOST_MARKS * 200,
};
