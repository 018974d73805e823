import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { outgoingLists, readListPaper } from "./outgoing-list.contract.ts";

type Paper = Replied<typeof readListPaper>;

/** The sheet that goes with a list: who signed it off, the file's hash, and its lines where they fit on paper. */
export function ListPaper({ id }: { id: string }) {
  const read = useRead(readListPaper, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the list">
          <Link to={`${outgoingLists.link}/${id}`} className="button button-quiet">
            Back to the list
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={outgoingLists}>
        {(paper) => (
          <article className="mx-auto flex max-w-[60rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
            <Letterhead {...letterhead} />
            <h2 className="text-title">{paper.title}</h2>
            <Cover of={paper} />
            <Lines of={paper} />
          </article>
        )}
      </ReadRecord>
    </>
  );
}

const Cover = ({ of }: { of: Paper }) => (
  <Facts
    list={[
      { label: "In the file", value: asCount(of.people, "person", "people") },
      { label: "Held back", value: asFigure(of.held) },
      { label: "Made", value: `${of.madeby}, ${asMinute(of.createdAt)}` },
      {
        label: "Signed off",
        value:
          of.signedby && of.signedAt ? `${of.signedby}, ${asMinute(of.signedAt)}` : "Not signed off. It must not leave",
      },
      { label: "File", value: of.filename },
      { label: "SHA-256 of the file", value: <span className="break-all">{of.digest}</span> },
    ]}
  />
);

function Lines({ of: { headings, rows, signedby } }: { of: Paper }) {
  if (rows === null) {
    const why = signedby === null ? "Its lines come once it is signed off." : "It has too many lines for a paper.";
    return <p className="text-soft">{why} They stand on its page.</p>;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keys
    <section aria-label="Lines" tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse text-small">
        <thead>
          <tr className="border-line border-b text-left">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="py-1.5 pr-3 font-semibold">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([number, ...cells]) => (
            <tr key={number} className="break-inside-avoid border-line border-b">
              <td className="figures py-1 pr-3">{number}</td>
              {cells.map((cell, at) => (
                // A line has its cells in one order only.
                <td key={headings[at + 1]} className="figures py-1 pr-3">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
