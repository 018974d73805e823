import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { NoAccess } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { CallFailure } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { HELP_DESK, readPerson } from "./help-desk.contract.ts";
import { PersonFound } from "./help-desk.person.part.page.tsx";
import { FindPerson, FoundPeople } from "./help-desk.search.part.page.tsx";

/** `/staff/help-desk`: one box that finds a person, and all that helps that person. */
export function HelpDeskPage() {
  const { pathname } = useLocation();
  const id = matched(`${HELP_DESK}/:id`, pathname)?.id;
  if (id) return <PersonPage key={id} id={id} />;
  return (
    <>
      <ConsoleHeading title="Help desk" />
      <FindPerson />
      <FoundPeople />
    </>
  );
}

function PersonPage({ id }: { id: string }) {
  const person = useRead(readPerson, { id });
  if (person.error instanceof CallFailure && person.error.status === 403) return <NoAccess name="Help desk" />;
  return (
    <>
      <FindPerson />
      <Read from={person} waiting={<Bones />}>
        {(found) => <PersonFound of={found} />}
      </Read>
    </>
  );
}

const Bones = () => (
  <div aria-hidden className="late grid gap-3">
    <div className="bone h-8 w-1/3" />
    <div className="bone h-64 w-full" />
  </div>
);
