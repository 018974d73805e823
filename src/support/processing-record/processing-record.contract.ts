import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

const path = "/staff/ms_processing_record";

const kept = v.strictObject({
  name: v.string(),
  whose: v.string(),
  purpose: v.string(),
  basis: v.string(),
  /** Null: nobody outside the college. */
  recipients: v.nullable(v.string()),
  /** How long, with the rule of the college that is in force. */
  kept: v.string(),
  /** The tables of the database in which it stands. */
  tables: v.array(v.string()),
});

export const readProcessingRecord = get(
  path,
  "The record of processing: what the college keeps of whom, for what purpose, on what basis, who else learns of it, and how long",
  v.strictObject({
    /** In the college's words; null where none is named. */
    officer: v.nullable(v.string()),
    classes: v.array(kept),
  }),
);

export const exportProcessingRecord = get(`${path}/export`, "The record of processing as a CSV file", v.any());
