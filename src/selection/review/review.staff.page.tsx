import { useMemo } from "react";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { reviews } from "./review.contract.ts";

/** Every application, newest first. */
export function ApplicationsPage() {
  const newestFirst = useMemo(() => ({ ...reviews, usual: "-createdAt" }), []);
  return <RecordList of={newestFirst} addAt={null} />;
}
