import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { progressions, readProgressionPaper } from "./progression.contract.ts";

type Paper = Replied<typeof readProgressionPaper>;

const headings = ["Student", "Matric number", "Outcome", "To level", "Why"] as const;

/** The list of a progression on paper, for whoever decides about it. */
export function ProgressionPaper({ id }: { id: string }) {
  const read = useRead(readProgressionPaper, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the list">
          <Link to={`${progressions.link}/${id}`} className="button button-quiet">
            Back to the progression
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={progressions}>
        {(paper) => (
          <article className="mx-auto flex max-w-[60rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
            <Letterhead {...letterhead} />
            <h2 className="text-title">{paper.title}</h2>
            <Facts
              list={[
                { label: "Listed", value: asCount(paper.people, "student") },
                { label: "State", value: paper.state },
                { label: "Proposed", value: `${paper.proposedby}, ${asMinute(paper.createdAt)}` },
                {
                  label: "Decided",
                  value:
                    paper.decidedby && paper.decidedAt ? `${paper.decidedby}, ${asMinute(paper.decidedAt)}` : "Not yet",
                },
              ]}
            />
            <Lines of={paper} />
          </article>
        )}
      </ReadRecord>
    </>
  );
}

function Lines({ of: { rows } }: { of: Paper }) {
  if (rows === null)
    return <p className="text-soft">It has too many students for a paper. Save their list as a file instead.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keys
    <section aria-label="Students" tabIndex={0} className="overflow-x-auto print:overflow-visible">
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
          {rows.map(({ name, matric, outcome, tolevel, reason }) => (
            <tr key={`${name} ${matric}`} className="break-inside-avoid border-line border-b align-top">
              <td className="py-1 pr-3">{name}</td>
              <td className="figures py-1 pr-3">{matric}</td>
              <td className="py-1 pr-3">{outcome}</td>
              <td className="figures py-1 pr-3">{tolevel ?? "–"}</td>
              <td className="py-1">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
