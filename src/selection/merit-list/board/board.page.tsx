import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { isApproved } from "../../jamb/jamb.caps.rules.ts";
import { seatsToGive } from "../../merit-rank/merit-rank.words.rules.ts";
import { EntryWords } from "../entry/entry.page.tsx";
import { type ListCover, readBoard, readCover } from "../merit-list.calls.contract.ts";
import { meritRuns } from "../merit-list.contract.ts";
import { shareInShort, sharesInWords } from "../merit-list.rules.ts";
import type { ProgrammeSummary } from "../merit-list.summary.contract.ts";

/** The first pages: what the list comes to, what is odd, who was entered by hand, and the lines to sign. */
function BoardCover({ of }: { of: ListCover }) {
  const { run, totals, scheme, warnings, entries, programmes } = of;
  return (
    <div className="print:break-after-page">
      <Letterhead {...letterhead} />
      <h1 className="mt-5 text-title">Merit list: {run.title}</h1>
      <p>
        {run.state === "Frozen" ? "Approved and frozen" : run.state}
        {run.note && `. ${run.note}`}
      </p>
      <p className="mt-3">
        {asFigure(totals.offers)} offers for {asFigure(totals.free)} free seats; {asFigure(totals.ranked)} of{" "}
        {asFigure(totals.applications)} applications ranked, {asFigure(totals.waiting)} waiting.
      </p>
      <Part title="How it was drawn" list={scheme} />
      {warnings.length > 0 && <Part title="To be known" list={warnings} />}
      <h2 className="mt-5 text-large">Seats by programme and quota</h2>
      <Seats list={programmes.filter(({ applications }) => applications > 0)} />
      <h2 className="mt-5 text-large">Entered by hand or taken off</h2>
      {entries.length === 0 ? (
        <p>Nobody.</p>
      ) : (
        <ol className="grid gap-2">
          {entries.map((entry) => (
            <li key={entry._id} className="keep-together">
              <EntryWords of={entry} />
            </li>
          ))}
        </ol>
      )}
      <Signatures of={run} />
    </div>
  );
}

function Part({ title, list }: { title: string; list: readonly string[] }) {
  return (
    <>
      <h2 className="mt-5 text-large">{title}</h2>
      <ul className="list-disc pl-5">
        {list.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

function Seats({ list }: { list: readonly ProgrammeSummary[] }) {
  const shares = new Map(list.flatMap(({ quotas }) => quotas.map(({ name, share }) => [name, share])));
  const names = [...shares.keys()];
  const placed = ({ quotas }: ProgrammeSummary, name: string) => {
    const quota = quotas.find((one) => one.name === name);
    return quota ? shareInShort(quota) : "–";
  };
  const withShare = (name: string) => `${name} ${shares.get(name)}%`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section aria-label="Table of seats" tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="board-table">
        <thead>
          <tr>
            {["Programme", "Ranked", "Seats", ...names.map(withShare), "By hand", "Offers", "Waiting"].map(
              (heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.programme._id}>
              <td>{one.programme.label}</td>
              <td>{asFigure(one.ranked)}</td>
              <td>{one.seats === null ? "–" : asFigure(seatsToGive(one))}</td>
              {names.map((name) => (
                <td key={name}>{placed(one, name)}</td>
              ))}
              <td>{asFigure(one.byhand)}</td>
              <td>{asFigure(one.offers)}</td>
              <td>{asFigure(one.waiting)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Signatures({ of: { made, proposed, approved, hash } }: { of: ListCover["run"] }) {
  const lines = [
    ["Made by", made],
    ["Proposed by", proposed],
    ["Approved by", approved],
  ] as const;
  return (
    <div className="keep-together mt-6">
      {lines.map(
        ([word, step]) =>
          step && (
            <p key={word}>
              {word} {step.by}, {asMinute(step.at)}
            </p>
          ),
      )}
      {hash && (
        <p className="wrap-anywhere mt-1 text-small">
          SHA-256 of every row: <span className="font-mono">{hash}</span>
        </p>
      )}
      <div className="mt-12 grid grid-cols-2 gap-8">
        {["Provost", "Registrar"].map((office) => (
          <p key={office} className="border-ink border-t pt-1">
            {office}: name, signature and date
          </p>
        ))}
      </div>
    </div>
  );
}

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
const sharesIn = ({ programmes }: ListCover, id: string): string[] =>
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
