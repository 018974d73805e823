import { Read, useRead } from "#kit/call/read.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { listEligibility, type ProgrammeEligibility } from "./eligibility.contract.ts";
import { Standings } from "./eligibility.standings.part.page.tsx";

/** The applicant's results held against every programme that takes applicants. */
export function QualifyPage() {
  const eligibility = useRead(listEligibility);
  return (
    <>
      <PageHeading
        title="Do I qualify?"
        subtitle="Your O-Level results against what each programme asks for. This is advice: the college decides"
      />
      <Read from={eligibility} waiting={<CardBones />}>
        {(list) =>
          hasTypedNothing(list) ? (
            <Untyped />
          ) : (
            <Standings
              list={list}
              link={({ _id }) => `/app/pay?programme=${_id}`}
              some="Choose one to see its fee and pay."
              none={<NoneYet />}
            />
          )
        }
      </Read>
    </>
  );
}

/** Without O-Level results nobody can tell of any programme; without the UTME of those alone that ask for it. */
const hasTypedNothing = (list: readonly ProgrammeEligibility[]): boolean =>
  list.some(({ verdict }) => verdict.standing === "untyped" && verdict.credits === 0) &&
  list.every(({ verdict }) => verdict.standing === "untyped" || verdict.standing === "unpublished");

const Untyped = () => (
  <EmptyState
    title="No results yet"
    text="Add your O-Level results first, then we can tell which programmes you qualify for."
  >
    <LinkButton to="/app/olevelresult">Add your O-Level results</LinkButton>
  </EmptyState>
);

function NoneYet() {
  return (
    <>
      <p className="font-semibold text-large">
        On the results you have typed you do not qualify for any programme yet.
      </p>
      <p className="mt-1">Add every subject on your result slip, or a second sitting, before you pay.</p>
      <p className="flex flex-wrap gap-x-6">
        <Link to="/app/olevelresult" className="link inline-flex min-h-11 items-center">
          Add a subject
        </Link>
        <Link to="/app/olevel" className="link inline-flex min-h-11 items-center">
          Add a sitting
        </Link>
      </p>
    </>
  );
}
