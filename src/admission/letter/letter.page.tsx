import { programmeTitle } from "#college/programme/programme.contract.ts";
import { type BadgeLook, WordBadge } from "#kit/badge.web.tsx";
import { LinkButton } from "#kit/buttons.web.tsx";
import { Card, Cards } from "#kit/card.web.tsx";
import { asDay } from "#kit/dates.contract.ts";
import { Facts } from "#kit/facts.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { Read, useRead } from "#kit/read.web.tsx";
import { CardBones, EmptyState } from "#kit/states.web.tsx";
import { type Application, listApplications } from "../admission-status/admission-status.contract.ts";
import { statusWord } from "../offer/offer.contract.ts";

/** Where each application stands. A letter can be printed once an offer is made and accepted. Specification 2. */
export function AdmissionLettersPage() {
  const applications = useRead(listApplications);
  return (
    <>
      <PageHeading
        title="Application Admission Letter"
        subtitle="Where your applications stand. An admission letter appears here once the college makes you an offer."
      />
      <Read from={applications} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No Applications Submitted" text="You have not submitted an application yet.">
              <LinkButton to="/app/start">Start an application</LinkButton>
            </EmptyState>
          ) : (
            <Cards label="Applications">
              {list.map((application) => (
                <ApplicationCard key={application._id} application={application} />
              ))}
            </Cards>
          )
        }
      </Read>
    </>
  );
}

const looks: readonly BadgeLook[] = ["info", "good", "good"];

function ApplicationCard({ application }: { application: Application }) {
  const { _id, code, programme, session, type, status, stage, next, createdAt } = application;
  return (
    <Card
      title={programmeTitle(programme)}
      beside={<WordBadge look={looks[status] ?? "plain"} word={statusWord(status)} />}
      deeds={<LinkButton to={`/print/${_id}`}>Print Application Slip</LinkButton>}
    >
      <p>
        <strong>{stage}.</strong> <span className="text-soft">{next}.</span>
      </p>
      <Facts
        list={[
          { label: "Application code", value: code },
          { label: "Session", value: session.name },
          { label: "Mode of entry", value: type },
          { label: "Submitted", value: asDay(createdAt) },
        ]}
      />
    </Card>
  );
}
