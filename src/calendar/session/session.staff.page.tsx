import { CopyPlus } from "lucide-react";
import type { Row } from "#console/record/record.contract.ts";
import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { SessionHoles } from "../session-opening/session-opening.holes.part.page.tsx";
import { SessionDeeds } from "./session.deeds.part.page.tsx";
import { sessions } from "./session.record.contract.ts";

const OpenSession = opened(() =>
  import("../session-opening/session-opening.wizard.part.page.tsx").then((part) => part.OpenSession),
);

/** The sessions, the deeds on one, and what it still lacks. */
export function SessionsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("sessions.change");
  const openedId = matched(`${sessions.link}/:id/open`, pathname)?.id;
  if (openedId) return mayChange ? <OpenSession key={openedId} id={openedId} /> : <NoAccess name="Sessions: change" />;
  return (
    <RecordScreens of={sessions} deeds={(row) => mayChange && <Deeds row={row} />}>
      {(row) => <SessionHoles session={row._id} />}
    </RecordScreens>
  );
}

function Deeds({ row }: { row: Row }) {
  return (
    <>
      <Link to={`${sessions.link}/${row._id}/open`} className="button button-quiet">
        <CopyPlus aria-hidden className="size-4" />
        Copy from another session
      </Link>
      <SessionDeeds session={row} />
    </>
  );
}
