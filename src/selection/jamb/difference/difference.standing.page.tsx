import { Read, useRead } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { capsReturns } from "../caps/caps.contract.ts";
import { jambDifferences } from "./difference.contract.ts";
import { readJambStanding, type JambStanding as Standing } from "./difference.standing.contract.ts";

/** What JAMB says otherwise about one application, and what CAPS answered. */
export function JambStanding({ application }: { application: string }) {
  const read = useRead(readJambStanding, { id: application });
  return (
    <Read from={read} waiting={<div className="bone late h-16" />}>
      {(of) => (
        <Facts
          list={[
            { label: "With JAMB", value: <Differences of={of} /> },
            { label: "CAPS", value: <Caps of={of} /> },
          ]}
        />
      )}
    </Read>
  );
}

function Differences({ of: { differences, lookedAt } }: { of: Standing }) {
  if (!lookedAt) return <span className="text-soft">Not compared yet</span>;
  if (differences.length === 0) return <span className="text-soft">No difference</span>;
  return (
    <ul className="grid gap-2">
      {differences.map(({ _id, kind, here, there }) => (
        <li key={_id}>
          <Link to={`${jambDifferences.link}/${_id}`} className="link">
            {kind}
          </Link>
          <span className="block text-small">Here: {here}</span>
          <span className="block text-small">With JAMB: {there}</span>
        </li>
      ))}
    </ul>
  );
}

function Caps({ of: { caps, returned } }: { of: Standing }) {
  if (!caps) return <span className="text-soft">{returned ? "Not in the CAPS return" : "No CAPS return yet"}</span>;
  return (
    <>
      <Link to={`${capsReturns.link}/${caps._id}`} className="link">
        {caps.status}
      </Link>
      <span className="block text-small text-soft">
        “{caps.said}”, told <time dateTime={caps.at}>{asMinute(caps.at)}</time>
      </span>
    </>
  );
}
