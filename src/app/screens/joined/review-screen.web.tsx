import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { ApplicationsPage } from "#selection/review/desk/desk.staff.page.tsx";
import type { ReviewState } from "#selection/review/review.rules.ts";

const Decisions = opened(() =>
  import("#selection/recommendation/recommendation.in-file.part.page.tsx").then((part) => part.DecisionLines),
);
const DecideInFile = opened(() =>
  import("#selection/recommendation/recommendation.in-file.part.page.tsx").then((part) => part.DecideInFile),
);
const JambStanding = opened(() =>
  import("#selection/jamb/difference/difference.standing.page.tsx").then((part) => part.JambStanding),
);
const MeritStanding = opened(() =>
  import("#selection/merit-list/merit-list.standing.part.page.tsx").then((part) => part.MeritStanding),
);
const OfferStanding = opened(() =>
  import("#admission/offer/offer.standing.part.page.tsx").then((part) => part.OfferStanding),
);
const CorrectionsOf = opened(() =>
  import("#profile/record-correction/record-correction.record.part.page.tsx").then((part) => part.CorrectionsOf),
);

export const ApplicationsScreen = () => {
  const seesDecisions = useRight("recommendations");
  const seesCorrections = useRight("record-corrections");
  return (
    <ApplicationsPage
      deeds={(file) => seesDecisions && <DecideInFile file={file} />}
      sections={({ _id, state }) => (
        <>
          <WhereItStands application={_id} />
          {seesCorrections && <CorrectionsOf noun="application" record={_id} />}
          {seesDecisions && !isBefore(state) && <Decisions application={_id} />}
        </>
      )}
    />
  );
};

/** Nobody decides before a file is checked. */
const isBefore = (state: ReviewState) => state === "Submitted" || state === "Checking";

/** What JAMB, the merit list and the offers say of one application, each to whoever holds that page. */
function WhereItStands({ application }: { application: string }) {
  const seesOffers = useRight("offers");
  const seesMerit = useRight("merit-lists");
  const seesJamb = useRight("jamb-lists");
  if (!seesOffers && !seesMerit && !seesJamb) return null;
  return (
    <section aria-labelledby="where-it-stands" className="card px-5 py-4">
      <h2 id="where-it-stands" className="text-large">
        Where it stands
      </h2>
      <div className="mt-1 grid divide-y divide-line">
        {seesOffers && <OfferStanding application={application} />}
        {seesMerit && <MeritStanding application={application} />}
        {seesJamb && <JambStanding application={application} />}
      </div>
    </section>
  );
}
