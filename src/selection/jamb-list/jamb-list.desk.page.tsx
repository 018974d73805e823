import { useId } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { jambCourses } from "../jamb-course/jamb-course.contract.ts";
import { type Desk, jambLists, readJambDesk } from "./jamb-list.contract.ts";
import { Differences } from "./jamb-list.differences.page.tsx";
import { Incoming } from "./jamb-list.incoming.page.tsx";
import { Outgoing } from "./jamb-list.outgoing.page.tsx";

/** What came in for a session, where it differs, and what can go out. */
export function JambDesk() {
  const { search } = useLocation();
  const session = new URLSearchParams(search).get("session") || "now";
  const read = useRead(readJambDesk, { session });
  return (
    <Read from={read} waiting={<Bones />}>
      {(desk) => (
        <>
          <ConsoleHeading title="JAMB lists">
            <SessionFilter session={desk.session} />
          </ConsoleHeading>
          {desk.session ? (
            <Sections desk={desk} session={desk.session._id} />
          ) : (
            <EmptyState title="No session admits" text="Choose the session whose lists you look for." />
          )}
        </>
      )}
    </Read>
  );
}

function Sections({ desk, session }: { desk: Desk; session: string }) {
  const { unmatched } = desk;
  return (
    <div className="grid gap-6">
      <Incoming desk={desk} session={session} />
      {unmatched > 0 && (
        <p className="-mt-3">
          {unmatched === 1 ? "1 JAMB course has" : `${unmatched.toLocaleString("en-NG")} JAMB courses have`} no
          programme here yet.{" "}
          <Link to={`${jambCourses.link}?matched=false`} className="link">
            Say which {unmatched === 1 ? "it is" : "they are"}
          </Link>
        </p>
      )}
      <Differences desk={desk} session={session} />
      <Outgoing desk={desk} session={session} />
      <p className="flex flex-wrap gap-x-6">
        <Link to={jambLists.link} className="link py-1.5">
          All imported files
        </Link>
        <Link to={jambCourses.link} className="link py-1.5">
          JAMB's courses and our programmes
        </Link>
      </p>
    </div>
  );
}

function SessionFilter({ session }: { session: Desk["session"] }) {
  const id = useId();
  const navigate = useNavigate();
  return (
    <div className="filter" data-held={session !== null || undefined}>
      <label htmlFor={id} className="text-soft">
        Session
      </label>
      <ReferenceBox
        id={id}
        label="Session"
        noun="session"
        look="bare"
        chosen={session && { _id: session._id, label: session.name }}
        onChoose={(choice) => navigate(choice ? `/staff/jamb-lists?session=${choice._id}` : "/staff/jamb-lists")}
      />
    </div>
  );
}

const Bones = () => (
  <div aria-hidden className="late grid gap-5">
    <div className="bone h-8 w-48" />
    <div className="grid gap-3 lg:grid-cols-3">
      <div className="bone h-36" />
      <div className="bone h-36" />
      <div className="bone h-36" />
    </div>
    <div className="bone h-80" />
  </div>
);
