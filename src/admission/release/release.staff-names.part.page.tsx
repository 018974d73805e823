import { withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { type CapsStanding, isApproved } from "#selection/caps-return/caps-return.status.contract.ts";
import { releaseLines } from "./release.line.contract.ts";
import type { ReleaseWhole } from "./release.whole.contract.ts";

/** More are looked at in a list of their own, where they can be searched. */
const FIRST = 50;

/** Who stands on a list: whoever proposes or approves it reads names, not numbers alone. */
export function Names({ of }: { of: ReleaseWhole }) {
  const read = useRead(withQuery(releaseLines.calls.list, `limit=${FIRST}&release=${of._id}&sort=place`));
  return (
    <section aria-labelledby="names" className="card px-5 py-4">
      <h2 id="names" className="text-large">
        Names
      </h2>
      <Read from={read} waiting={<div className="bone late mt-2 h-40" />}>
        {({ list }) => (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
            <section aria-label="Table of names" tabIndex={0} className="mt-2 overflow-x-auto">
              <NamesTable of={of} list={list as readonly Row[]} />
            </section>
            {of.lines > FIRST && (
              <p className="mt-2">
                The first {FIRST}.{" "}
                <Link to={`${releaseLines.link}?release=${of._id}`} className="link">
                  See all {of.lines.toLocaleString("en-NG")}
                </Link>
              </p>
            )}
          </>
        )}
      </Read>
    </section>
  );
}

function NamesTable({ of, list }: { of: ReleaseWhole; list: readonly Row[] }) {
  const isOffers = of.kind === "Offers";
  // While nothing has happened to any of them, all wait.
  const hasStanding = of.out + of.held + of.recalled > 0;
  const headings = [...(isOffers ? ["Name", "CAPS", "Offered"] : ["Name", "Reason"]), "Programme"];
  return (
    <table className="w-full border-collapse text-small">
      <thead>
        <tr className="border-ink border-b text-left align-bottom">
          <th scope="col" className="py-1 pr-3">
            <span className="sr-only">Place</span>
          </th>
          {[...headings, ...(hasStanding ? ["Standing"] : [])].map((heading) => (
            <th key={heading} scope="col" className="whitespace-nowrap py-1 pr-3">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((row) => (
          <tr key={row._id} className="border-line border-b align-top last:border-b-0">
            <td className="figures py-1.5 pr-3 text-right text-soft">{String(row.place)}</td>
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              <Link to={`${releaseLines.link}/${row._id}`} className="link">
                {String(row.name)}
              </Link>
              <span className="figures block text-soft">{String(row.jamb)}</span>
            </th>
            {isOffers && (
              <td className="whitespace-nowrap py-1.5 pr-3">
                {row.caps ? <OnCaps of={row.caps as CapsStanding} /> : ""}
              </td>
            )}
            <td className="py-1.5 pr-3">{String((isOffers ? row.offered : row.reason) ?? "")}</td>
            <td className="py-1.5 pr-3">{(row.programme as { label: string }).label}</td>
            {hasStanding && <td className="whitespace-nowrap py-1.5">{String(row.standing)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const OnCaps = ({ of }: { of: CapsStanding }) =>
  isApproved(of) ? <span>{of}</span> : <strong className="text-warn">{of}</strong>;
