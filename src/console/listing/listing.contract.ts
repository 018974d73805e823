import type * as v from "valibot";
import { record } from "../record/record.contract.ts";

/** Rows that the portal writes and people only look at, such as the audit: a list, one row, and a file. */
export function listing<E extends v.ObjectEntries>(naming: Omit<Parameters<typeof record<E>>[0], "key">) {
  const { calls, ...rest } = record<E>({ ...naming, key: [] });
  const { list, read, export: exported } = calls;
  return { ...rest, calls: { list, read, export: exported } } as const;
}

// biome-ignore lint/suspicious/noExplicitAny: lists of listings hold listings of any fields
export type AnyListing = ReturnType<typeof listing<any>>;
