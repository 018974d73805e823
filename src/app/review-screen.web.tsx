import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Decisions } from "#selection/recommendation/recommendation.decisions.part.page.tsx";
import { ApplicationsPage } from "#selection/review/review.staff.page.tsx";
import type { ReviewState } from "#selection/review/review.states.contract.ts";

/** The desk's screens, with what other nouns show in a file. */
export const ApplicationsScreen = () => {
  const seesDecisions = useRight("recommendations");
  return (
    <ApplicationsPage
      sections={({ _id, state }) => seesDecisions && !isBefore(state) && <Decisions application={_id} />}
    />
  );
};

/** Nobody decides before a file is checked. */
const isBefore = (state: ReviewState) => state === "Submitted" || state === "Checking";
