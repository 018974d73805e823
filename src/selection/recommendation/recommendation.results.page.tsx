import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/read.web.tsx";
import { SlipBesideGrades } from "../review/review.beside.part.page.tsx";
import { Picture } from "../review/review.picture.part.page.tsx";
import { Results } from "../review/review.results.part.page.tsx";
import { readPapers, readResults } from "./recommendation.deeds.contract.ts";

interface JudgedParts {
  readonly application: string;
  readonly name: string;
}

/** Which subjects were passed with what, and which is missing; for who decides beside the slip. */
export function JudgedResults({ application, name }: JudgedParts) {
  const decides = [useRight("recommendations.change"), useRight("recommendations.approve")].includes(true);
  return decides ? <BesidePapers application={application} name={name} /> : <ResultsAlone application={application} />;
}

function BesidePapers({ application, name }: JudgedParts) {
  const results = useRead(readResults, { id: application });
  const papers = useRead(readPapers, { id: application });
  return (
    <Read from={results} waiting={<Waiting />}>
      {(judged) => (
        <Read from={papers} waiting={<Waiting />}>
          {({ photo, ...found }) => (
            <SlipBesideGrades file={{ _id: application, ...judged, ...found }}>
              {photo && (
                <div className="w-28">
                  <Picture link={photo} what={`Photograph of ${name}`} look="h-36 w-28 object-cover" />
                </div>
              )}
            </SlipBesideGrades>
          )}
        </Read>
      )}
    </Read>
  );
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
