import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.contract.ts";
import type { Cover } from "./merit-list.calls.contract.ts";
import { EntryWords } from "./merit-list.entries.page.tsx";
import { shareInShort } from "./merit-list.shares.contract.ts";
import { freeIn, type ProgrammeSummary } from "./merit-list.summary.contract.ts";

/** The first pages: what the list comes to, what is odd, who was entered by hand, and the lines to sign. */
export function BoardCover({ of }: { of: Cover }) {
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
        {number(totals.offers)} offers for {number(totals.free)} free seats; {number(totals.ranked)} of{" "}
        {number(totals.applications)} applications ranked, {number(totals.waiting)} waiting.
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
              <td>{number(one.ranked)}</td>
              <td>{one.seats === null ? "–" : number(freeIn(one))}</td>
              {names.map((name) => (
                <td key={name}>{placed(one, name)}</td>
              ))}
              <td>{number(one.byhand)}</td>
              <td>{number(one.offers)}</td>
              <td>{number(one.waiting)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Signatures({ of: { made, proposed, approved, hash } }: { of: Cover["run"] }) {
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

const number = (of: number) => of.toLocaleString("en-NG");
