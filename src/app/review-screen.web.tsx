import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { opened } from "#kit/opened.web.tsx";
import { ApplicationsPage } from "#selection/review/review.staff.page.tsx";
import type { ReviewState } from "#selection/review/review.states.contract.ts";

const Decisions = opened(() =>
  import("#selection/recommendation/recommendation.decisions.part.page.tsx").then((part) => part.Decisions),
);
const DecideInFile = opened(() =>
  import("#selection/recommendation/recommendation.in-file.part.page.tsx").then((part) => part.DecideInFile),
);

/** The desk's screens, with what other nouns show in a file. */
export const ApplicationsScreen = () => {
  const seesDecisions = useRight("recommendations");
  return (
    <ApplicationsPage
      deeds={(file) => seesDecisions && <DecideInFile file={file} />}
      sections={({ _id, state }) => seesDecisions && !isBefore(state) && <Decisions application={_id} />}
    />
  );
};

/** Nobody decides before a file is checked. */
const isBefore = (state: ReviewState) => state === "Submitted" || state === "Checking";
