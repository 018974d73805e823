import * as v from "valibot";
import { total } from "#console/record/record.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";

/** What waits for the desk, each with the filter of the list that shows it, in the order in which it is worked through. */
export const waiting = [
  { name: "To check", key: "submitted", filter: "state", value: "Submitted" },
  { name: "Being checked", key: "checking", filter: "state", value: "Checking" },
  { name: "Documents came", key: "arrived", filter: "papers", value: "Arrived" },
  { name: "Overdue", key: "overdue", filter: "papers", value: "Overdue" },
  { name: "Awaited", key: "awaited", filter: "papers", value: "Awaited" },
  { name: "Checked", key: "checked", filter: "state", value: "Checked" },
] as const;

type Key = (typeof waiting)[number]["key"];

export const readDesk = get(
  "/staff/ms_review/desk",
  "How many applications wait for what at the desk, as far as the caller's right reaches",
  v.strictObject(Object.fromEntries(waiting.map(({ key }) => [key, total])) as Record<Key, typeof total>),
);
