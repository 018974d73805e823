import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readOfferStanding } from "./offer.standing.contract.ts";
import { LetterVersion } from "./offer.standing.part.page.tsx";

/** By which letter an offer went out, and the way to the file. */
export function OfferPapers({ id }: { id: string }) {
  const read = useRead(readOfferStanding, { id });
  const seesFiles = useRight("applications");
  return (
    <Read from={read} waiting={<div className="bone late h-12" />}>
      {(of) =>
        of && (
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <p>
              Letter: <LetterVersion of={of.letter} />
            </p>
            {seesFiles && (
              <p>
                <Link to={`/staff/applications/${of.application}`} className="link">
                  See the application
                </Link>
              </p>
            )}
          </div>
        )
      }
    </Read>
  );
}
