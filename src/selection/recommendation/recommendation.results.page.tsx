import { Read, useRead } from "#kit/read.web.tsx";
import { Results } from "../review/review.results.part.page.tsx";
import { readResults } from "./recommendation.deeds.contract.ts";

/** Which subjects were passed with what, and which is missing. */
export function JudgedResults({ application }: { application: string }) {
  const read = useRead(readResults, { id: application });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {(found) => <Results file={found} />}
    </Read>
  );
}
