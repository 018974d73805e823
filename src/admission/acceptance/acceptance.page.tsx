import { programmeTitle } from "#college/programme/programme.contract.ts";
import { WordBadge } from "#kit/badge.web.tsx";
import { LinkButton } from "#kit/buttons.web.tsx";
import { Card, Cards } from "#kit/card.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { Read, useRead } from "#kit/read.web.tsx";
import { CardBones, EmptyState } from "#kit/states.web.tsx";
import { type Application, listApplications } from "../admission-status/admission-status.contract.ts";
import { statusWord } from "../offer/offer.contract.ts";

/** The applications that were offered a place. Specification 2 and 8. */
export function AcceptancePage() {
  const applications = useRead(listApplications);
  return (
    <>
      <PageHeading
        title="Admission Acceptance Fee"
        subtitle="Accept an offer of admission by paying its acceptance fee"
      />
      <Read from={applications} waiting={<CardBones />}>
        {(list) => <Offers offered={list.filter(({ status }) => status > 0)} />}
      </Read>
    </>
  );
}

function Offers({ offered }: { offered: readonly Application[] }) {
  if (offered.length === 0) {
    return (
      <EmptyState
        title="NO APPROVED APPLICATIONS"
        text="Sorry, you have no applications that have been approved at the moment. Please check back later"
      >
        <LinkButton to="/app/admission">See where my applications stand</LinkButton>
      </EmptyState>
    );
  }
  return (
    <Cards label="Offers of admission">
      {offered.map(({ _id, code, programme, status, next }) => (
        <Card key={_id} title={programmeTitle(programme)} beside={<WordBadge look="good" word={statusWord(status)} />}>
          <p>{code}</p>
          <p className="text-soft">{next}</p>
        </Card>
      ))}
    </Cards>
  );
}
