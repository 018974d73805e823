import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { jambCourses } from "../../jamb/jamb.course.contract.ts";
import { HandEntries } from "../entry/entry.page.tsx";
import { checkHash, type ListCover, readCover } from "../merit-list.calls.contract.ts";
import { meritCaps, meritPlaces, meritRuns } from "../merit-list.contract.ts";
import { RunDeeds } from "./run.deeds.page.tsx";
import { ListWarnings, ProgrammesTable, TotalsRow } from "./run.programmes.page.tsx";
import { StateBadge } from "./run.state.page.tsx";

/** The hash that a list was frozen under, and whether its rows still come to it. */
function HashCheck({ run, hash }: { run: string; hash: string }) {
  const [found, setFound] = useState<"" | "busy" | "intact" | "broken" | "unread">("");
  const check = async () => {
    setFound("busy");
    try {
      setFound((await call(checkHash, { params: { id: run } })).intact ? "intact" : "broken");
    } catch {
      setFound("unread");
    }
  };
  return (
    <div className="grid gap-2 pt-2">
      <p className="text-small text-soft">SHA-256 of every row</p>
      <p className="wrap-anywhere font-mono text-small">{hash}</p>
      <div>
        <button type="button" className="button button-quiet" disabled={found === "busy"} onClick={() => void check()}>
          {found === "busy" ? "Please wait..." : "Check the rows"}
        </button>
      </div>
      {found === "intact" && <Alert look="good" title="Every row is as it was approved" />}
      {found === "broken" && (
        <Alert look="bad" title="The rows do not come to this hash">
          Somebody has changed the database behind the portal. Tell the auditor.
        </Alert>
      )}
      {found === "unread" && <Alert look="bad">The portal could not be asked. Try again.</Alert>}
    </div>
  );
}

/** One list: what it comes to, what is odd about it, who agreed, and what can be done with it. */
export function RunPage({ id }: { id: string }) {
  const read = useRead(readCover, { id });
  return (
    <ReadRecord from={read} of={meritRuns}>
      {(cover) => <Shown cover={cover} />}
    </ReadRecord>
  );
}

function Shown({ cover }: { cover: ListCover }) {
  const { run, totals, programmes, warnings, uncoursed, scheme, entries } = cover;
  const here = `${meritRuns.link}/${run._id}`;
  const mayRelease = useRight("releases.change");
  return (
    <>
      <ConsoleHeading title={run.title} note={<StateBadge state={run.state} />}>
        <RunDeeds run={run} />
        {run.state === "Frozen" && mayRelease && (
          <Link to={`/staff/releases/new?run=${run._id}&session=${run.session}`} className="button">
            Release these
          </Link>
        )}
      </ConsoleHeading>
      <nav aria-label="Parts of the list" className="views">
        <Link to={`${meritPlaces.link}?run=${run._id}`} className="tab">
          Every place
        </Link>
        <Link to={`${here}/compare`} className="tab">
          Compare
        </Link>
        <Link to={`${here}/board`} className="tab">
          Print for the board
        </Link>
        {run.state === "Frozen" && (
          <a href={`/api${meritCaps.calls.export.path}?run=${run._id}`} download className="tab">
            File for CAPS
          </a>
        )}
      </nav>
      <div className="grid gap-4">
        {run.discarded && (
          <Alert look="info" title="Given up">
            {run.discarded}
          </Alert>
        )}
        <TotalsRow of={totals} />
        <ListWarnings list={warnings} />
        {uncoursed.length > 0 && <Uncoursed list={uncoursed} />}
        <ProgrammesTable
          list={programmes}
          rowsAt={(programme) => `${meritPlaces.link}?run=${run._id}&programme=${programme}`}
        />
        <HandEntries run={run} entries={entries} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <section aria-labelledby="scheme" className="card px-4 py-3">
            <h2 id="scheme" className="text-large">
              Scheme
            </h2>
            <ul className="mt-2 grid gap-1.5">
              {scheme.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="people" className="card px-4 py-3">
            <h2 id="people" className="text-large">
              Who agreed
            </h2>
            <Facts
              list={[
                ...(run.note ? [{ label: "Note", value: run.note }] : []),
                { label: "Made", value: stepWords(run.made) },
                { label: "Proposed", value: stepWords(run.proposed) ?? "Not yet" },
                { label: "Approved and frozen", value: stepWords(run.approved) ?? "Not yet" },
              ]}
            />
            {run.hash && <HashCheck run={run._id} hash={run.hash} />}
            {run.state === "Frozen" && (
              <p className="mt-2 text-small text-soft">
                What you upload on CAPS is this list’s file: who has a seat in it, in JAMB’s headings and its names of
                the courses.
              </p>
            )}
          </section>
        </div>
      </div>
    </>
  );
}

/** What CAPS may not know in the file for it, before it is uploaded. */
const Uncoursed = ({ list }: { list: readonly string[] }) => (
  <Alert look="warn" title="The file for CAPS has names of courses that are not JAMB’s">
    <p>
      Nobody has said yet what JAMB calls {list.slice(0, 5).join(", ")}
      {list.length > 5 && ` and ${list.length - 5} more`}, so the file calls {list.length === 1 ? "it" : "them"} as we
      do.{" "}
      <Link to={jambCourses.link} className="link">
        Say it under JAMB’s courses
      </Link>
      , then take the file.
    </p>
  </Alert>
);

/** "Dr Hauwa Bello, 20 Nov 2026, 2:05 pm". */
const stepWords = (step: ListCover["run"]["proposed"]): string | null => step && `${step.by}, ${shortMinute(step.at)}`;
