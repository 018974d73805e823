import type * as v from "valibot";
import { record } from "../record/record.contract.ts";

/** Two records that belong together, such as a member and a group: given and taken away, never changed. */
export function assignment<E extends v.ObjectEntries>(naming: Omit<Parameters<typeof record<E>>[0], "key">) {
  const { calls, ...rest } = record<E>({ ...naming, key: [] });
  const { list, read, create, remove, history, choices, export: exported } = calls;
  return { ...rest, calls: { list, read, create, remove, history, choices, export: exported } } as const;
}

// biome-ignore lint/suspicious/noExplicitAny: lists of assignments hold assignments of any fields
export type AnyAssignment = ReturnType<typeof assignment<any>>;
