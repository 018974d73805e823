import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { listApplications } from "../offer.status.contract.ts";

/** The specification's sentence reads as a refusal, so what is true of the applicant's own stands before it. */
export function NoOffers() {
  const applications = useRead(listApplications);
  const waiting = applications.data?.find(({ status, reason }) => status === 0 && reason === null);
  return (
    <div className="grid gap-4">
      {waiting && (
        <Alert look="good" title="Nothing to accept yet">
          <p>
            Your application of {asDay(waiting.createdAt)} is with the college. An offer stands here once it is made,
            and we write to you.
          </p>
        </Alert>
      )}
      <EmptyState
        title="NO APPROVED APPLICATIONS"
        text="Sorry, you have no applications that have been approved at the moment. Please check back later"
      >
        <LinkButton to="/app/admission">See where my applications stand</LinkButton>
      </EmptyState>
    </div>
  );
}
