import { LinkButton } from "#kit/buttons.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { EmptyState } from "#kit/states.web.tsx";
import { aLevelTypes } from "#reference/qualifications/qualifications.contract.ts";

/** A-Level results are no prerequisite of an application. Specification 4. */
export function ALevelResultsPage() {
  const [first, ...others] = aLevelTypes;
  return (
    <>
      <PageHeading title="A-Level Results" subtitle={`Your ${first}, ${others.join(" or ")} result, if you have one`} />
      <EmptyState
        title="Nothing is missing here"
        text="A-Level results are optional, and you can apply without them. They cannot be added on the portal yet: keep your original statement of result for the screening."
      >
        <LinkButton to="/app/dashboard">Back to the dashboard</LinkButton>
      </EmptyState>
    </>
  );
}
