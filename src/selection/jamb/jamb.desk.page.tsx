import { Download, Upload } from "lucide-react";
import { useId } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { AnyListing } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { jambCandidates } from "./candidate/candidate.contract.ts";
import { capsReturns } from "./caps/caps.contract.ts";
import { jambClaims } from "./claim/claim.contract.ts";
import { JambDifferences } from "./difference/difference.page.tsx";
import { type JambDeskCounts, jambLists, readJambDesk } from "./jamb.contract.ts";
import { jambCourses } from "./jamb.course.contract.ts";
import { type FileKind, fileKinds, kindHints } from "./jamb.rules.ts";
import { capsProposals } from "./outgoing/outgoing.contract.ts";
import { screeningScores } from "./screening/screening.contract.ts";

const lists: Readonly<Record<FileKind, string>> = {
  candidates: jambCandidates.link,
  screening: screeningScores.link,
  caps: capsReturns.link,
};

const kinds = Object.keys(fileKinds) as FileKind[];

function Incoming({ desk, session }: { desk: JambDeskCounts; session: string }) {
  return (
    <section aria-labelledby="incoming">
      <h2 id="incoming" className="mb-2 text-large">
        What came in
      </h2>
      <ul className="grid gap-3 lg:grid-cols-3">
        {kinds.map((kind) => (
          <Kind key={kind} kind={kind} standing={desk[kind]} session={session} />
        ))}
      </ul>
    </section>
  );
}

interface KindParts {
  readonly kind: FileKind;
  readonly standing: JambDeskCounts[FileKind];
  readonly session: string;
}

function Kind({ kind, standing: { count, last }, session }: KindParts) {
  const mayChange = useRight("jamb-lists.change");
  return (
    <li className="card flex flex-col gap-2 px-4 py-3">
      <h3 className="flex items-baseline justify-between gap-3 text-base">
        {fileKinds[kind]}
        {last ? (
          <span className="figures text-title">{asFigure(count)}</span>
        ) : (
          <span className="font-normal text-small text-soft">None yet</span>
        )}
      </h3>
      <p className="grow text-small text-soft">
        {last ? `Last file on ${asMinute(last.at)} by ${last.by}` : kindHints[kind]}
      </p>
      <p className="flex flex-wrap items-center gap-3">
        {mayChange && (
          <Link
            to={`/staff/jamb-lists/import/${kind}?session=${session}`}
            className={last ? "button button-quiet" : "button"}
          >
            <Upload aria-hidden className="size-4" />
            Import<span className="sr-only"> {fileKinds[kind].toLowerCase()}</span>
          </Link>
        )}
        {count > 0 && (
          <Link to={`${lists[kind]}?session=${session}`} className="link py-1.5">
            Look at the list
          </Link>
        )}
      </p>
    </li>
  );
}

function Outgoing({ desk, session }: { desk: JambDeskCounts; session: string }) {
  return (
    <section aria-labelledby="outgoing">
      <h2 id="outgoing" className="mb-2 text-large">
        What goes out
      </h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        <File
          of={capsProposals}
          title="Proposals"
          count={desk.proposals}
          session={session}
          text="Whom the college proposes: recommended, offered and accepted, by JAMB number, with scores, aggregate and quota. To compare with CAPS; what you upload there is the file of the frozen merit list."
        />
      </ul>
    </section>
  );
}

interface FileParts {
  readonly of: AnyListing;
  readonly title: string;
  readonly count: number;
  readonly session: string;
  readonly text: string;
}

function File({ of, title, count, session, text }: FileParts) {
  return (
    <li className="card flex flex-col gap-2 px-4 py-3">
      <h3 className="flex items-baseline justify-between gap-3 text-base">
        {title}
        <span className="figures text-title">{asFigure(count)}</span>
      </h3>
      <p className="grow text-small text-soft">{text}</p>
      {count > 0 && (
        <p className="flex flex-wrap items-center gap-3">
          <a href={`/api${of.calls.export.path}?session=${session}&sort=jamb`} download className="button button-quiet">
            <Download aria-hidden className="size-4" />
            Export CSV<span className="sr-only"> {title}</span>
          </a>
          <Link to={`${of.link}?session=${session}`} className="link py-1.5">
            Look at the list
          </Link>
        </p>
      )}
    </li>
  );
}

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

function Sections({ desk, session }: { desk: JambDeskCounts; session: string }) {
  const { unmatched } = desk;
  return (
    <div className="grid gap-6">
      <Incoming desk={desk} session={session} />
      {unmatched > 0 && (
        <p className="-mt-3">
          {asCount(unmatched, "JAMB course has", "JAMB courses have")} no programme here yet.{" "}
          <Link to={`${jambCourses.link}?matched=false`} className="link">
            Say which {unmatched === 1 ? "it is" : "they are"}
          </Link>
        </p>
      )}
      <JambDifferences desk={desk} session={session} />
      <Outgoing desk={desk} session={session} />
      <p className="flex flex-wrap gap-x-6">
        <Link to={jambLists.link} className="link py-1.5">
          All imported files
        </Link>
        <Link to={jambCourses.link} className="link py-1.5">
          JAMB's courses and our programmes
        </Link>
        <Link to={jambClaims.link} className="link py-1.5">
          Claims of candidates
        </Link>
      </p>
    </div>
  );
}

function SessionFilter({ session }: { session: JambDeskCounts["session"] }) {
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
