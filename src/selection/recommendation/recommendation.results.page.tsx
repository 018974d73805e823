import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Results } from "../review/review.results.part.page.tsx";
import { readResults } from "./recommendation.deeds.contract.ts";

const BesidePapers = opened(() => import("./recommendation.papers.page.tsx").then((part) => part.BesidePapers));

interface JudgedParts {
  readonly application: string;
  readonly name: string;
}

/** Which subjects were passed with what, and which is missing; for who decides beside the slip. */
export function JudgedResults({ application, name }: JudgedParts) {
  const decides = [useRight("recommendations.change"), useRight("recommendations.approve")].includes(true);
  return decides ? <BesidePapers application={application} name={name} /> : <ResultsAlone application={application} />;
}

function ResultsAlone({ application }: Pick<JudgedParts, "application">) {
  const read = useRead(readResults, { id: application });
  return (
    <Read from={read} waiting={<Waiting />}>
      {(found) => (
        <div className="max-w-3xl">
          <Results file={found} />
        </div>
      )}
    </Read>
  );
}

const Waiting = () => <div className="bone late h-40" />;
