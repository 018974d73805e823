import { OutsideSteps } from "#registry/outside-step/outside-step.part.page.tsx";
import { JambPage } from "#selection/jamb/claim/claim.page.tsx";

/** What JAMB has of the applicant, and the steps outside the portal. */
export const JambScreen = () => (
  <JambPage>
    <OutsideSteps />
  </JambPage>
);
