import { Read, useRead } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { meritPlaces, readMeritStanding, type MeritStanding as Standing } from "./merit-list.contract.ts";

export function MeritStanding({ application }: { application: string }) {
  const read = useRead(readMeritStanding, { id: application });
  return (
    <Read from={read} waiting={<div className="bone late h-10" />}>
      {(of) => <Facts list={[{ label: "Merit list", value: <Place of={of} /> }]} />}
    </Read>
  );
}

function Place({ of }: { of: Standing }) {
  if (!of) return <span className="text-soft">In no frozen list</span>;
  const { _id, run, frozenAt, outcome, reason } = of;
  return (
    <>
      <Link to={`${meritPlaces.link}/${_id}`} className="link">
        {outcome}
      </Link>
      <span className="block">{reason}</span>
      <span className="block text-small text-soft">
        {run}, frozen <time dateTime={frozenAt}>{asMinute(frozenAt)}</time>
      </span>
    </>
  );
}
