import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { isApproved } from "../jamb/jamb.caps.rules.ts";
import { type Cover, readBoard, readCover } from "./merit-list.calls.contract.ts";
import { meritRuns } from "./merit-list.contract.ts";
import { BoardCover } from "./merit-list.front.page.tsx";
import { sharesInWords } from "./merit-list.shares.contract.ts";

type Board = Replied<typeof readBoard>;

/** The list for the board: a cover to sign, entries by hand apart, then every programme. A4, black and white. */
export function BoardPage({ id }: { id: string }) {
  const cover = useRead(readCover, { id });
  const board = useRead(readBoard, { id });
  return (
    <ReadRecord from={cover} of={meritRuns}>
      {(found) => (
        <>
          <div className="no-print">
            <ConsoleHeading title={`${found.run.title} for the board`}>
              <Link to={`${meritRuns.link}/${id}`} className="button button-quiet">
                Back to the list
              </Link>
              <PrintButton />
            </ConsoleHeading>
          </div>
          <div className="card mx-auto max-w-[52rem] p-6 print:max-w-none print:border-0 print:p-0">
            <BoardCover of={found} />
            <Read from={board} waiting={<div className="bone late mt-4 h-64" />}>
              {(lists) =>
                lists.map((list) => <ProgrammeList key={list._id} of={list} shares={sharesIn(found, list._id)} />)
              }
            </Read>
          </div>
        </>
      )}
    </ReadRecord>
  );
}

/** How the seats of a programme went to its quotas, as the cover has it. */
const sharesIn = ({ programmes }: Cover, id: string): string[] =>
  sharesInWords(programmes.find(({ programme }) => programme._id === id)?.quotas ?? []);

function ProgrammeList({
  of: { programme, offers, waiting, more },
  shares,
}: {
  of: Board[number];
  shares: readonly string[];
}) {
  if (offers.length === 0 && waiting.length === 0) return null;
  return (
    <section aria-label={programme} className="mt-8 print:mt-6">
      <h2 className="text-large print:break-after-avoid">{programme}</h2>
      <p className="text-small text-soft print:break-after-avoid">
        {offers.length === 1 ? "One seat" : `${offers.length} seats`}, {waiting.length + more} waiting
        {shares.length > 0 && `. ${shares.join(" · ")}`}
      </p>
      <Rows title={`${programme}: seats`} rows={offers} last="Quota" />
      {waiting.length > 0 && (
        <>
          <h3 className="mt-3 font-sans font-semibold print:break-after-avoid">
            {more > 0 ? `First ${waiting.length} who wait` : "Waiting"}
          </h3>
          <Rows title={`${programme}: waiting`} rows={waiting} last="" />
        </>
      )}
    </section>
  );
}

interface RowsParts {
  readonly title: string;
  readonly rows: Board[number]["offers"];
  /** The heading of the last column; empty for none. */
  readonly last: string;
}

function Rows({ title, rows, last }: RowsParts) {
  if (rows.length === 0) return null;
  const isReturned = rows.some(({ caps }) => caps !== null);
  const usual = ["Rank", "JAMB number", "Name", "Sex", "State", "Aggregate"];
  const headings = [...usual, ...(last ? [last] : []), ...(isReturned ? ["CAPS"] : [])];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section aria-label={title} tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="board-table">
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rank, code, name, jamb, gender, stateoforigin, aggregate, quota, caps }) => (
            <tr key={code}>
              <td>{rank ?? "–"}</td>
              <td>{jamb}</td>
              <td>{name}</td>
              <td>{gender.charAt(0)}</td>
              <td>{stateoforigin}</td>
              <td>{aggregate ?? "–"}</td>
              {last && <td>{quota ?? "By hand"}</td>}
              {isReturned && <td>{caps && (isApproved(caps) ? caps : <strong>{caps}</strong>)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
