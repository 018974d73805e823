import * as v from "valibot";
import { type EntryRules, entryRules } from "#calendar/intake/intake.entry-rules.contract.ts";

/** Rules that cannot be read judge nobody; who opens the intake reads why. */
export function rulesOf(written: unknown): EntryRules {
  const read = v.safeParse(entryRules, written ?? {});
  return read.success ? read.output : {};
}
