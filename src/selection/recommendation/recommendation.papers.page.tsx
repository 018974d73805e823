import { Read, useRead } from "#kit/call/read.web.tsx";
import { hasPapers, PaperPicture, SlipBesideGrades, useFreshLinks } from "../review/review.papers.part.page.tsx";
import { readPapers, readResults } from "./recommendation.contract.ts";

interface PapersParts {
  readonly application: string;
  readonly name: string;
}

export function BesidePapers({ application, name }: PapersParts) {
  const results = useRead(readResults, { id: application });
  const papers = useRead(readPapers, { id: application });
  useFreshLinks(papers.refetch);
  return (
    <Read from={results} waiting={<Waiting />}>
      {(judged) => (
        <Read from={papers} waiting={<Waiting />}>
          {({ photo, ...found }) => (
            <div className={hasPapers(found) ? undefined : "max-w-3xl"}>
              <SlipBesideGrades file={{ _id: application, ...judged, ...found }}>
                {photo && (
                  <div className="w-28">
                    <PaperPicture link={photo} what={`Photograph of ${name}`} look="h-36 w-28 object-cover" />
                  </div>
                )}
              </SlipBesideGrades>
            </div>
          )}
        </Read>
      )}
    </Read>
  );
}

const Waiting = () => <div className="bone late h-40" />;
