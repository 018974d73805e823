import { Check, Minus, X } from "lucide-react";
import { Fragment } from "react";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { reviews } from "./review.contract.ts";
import { type DocumentRequest, isRequestOpen } from "./review.document-request.contract.ts";
import type { FileEligibility, ResultSlip, ReviewFile } from "./review.file.contract.ts";
import { type ReviewState, type ReviewVerdict, stageLooks, verdictLooks } from "./review.rules.ts";

export const StageBadge = ({ state }: { state: ReviewState }) => <WordBadge look={stageLooks[state]} word={state} />;

export const VerdictBadge = ({ verdict }: { verdict: ReviewVerdict }) => (
  <WordBadge look={verdictLooks[verdict]} word={verdict} />
);

export function PapersBadge({ requests }: { requests: readonly DocumentRequest[] }) {
  const open = requests.filter(({ state }) => isRequestOpen(state));
  const overdue = open.some((one) => one.overdue);
  if (open.length === 0) return null;
  const came = open.filter(({ state }) => state === "Arrived").length;
  const many = asCount(open.length, "document");
  return (
    <WordBadge
      look={overdue ? "bad" : "info"}
      word={came > 0 ? `${came} of ${many} came` : `${many} ${overdue ? "overdue" : "awaited"}`}
    />
  );
}

/** The slips beside each other, a column each, and what the entry rules say of them. */
export function SubmittedResults({
  file: { slips, eligibility },
}: {
  file: Pick<ReviewFile, "slips" | "eligibility">;
}) {
  return (
    <section aria-labelledby="results" className="card">
      <div className="px-4 py-3">
        <h2 id="results" className="text-large">
          Results
        </h2>
        <Judged of={eligibility} />
      </div>
      <Slips slips={slips} />
      {eligibility.asks.length > 0 && <Asks of={eligibility} />}
    </section>
  );
}

function Judged({ of: { verdict, credits, needed, sentence, way, utme } }: { of: FileEligibility }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {needed > 0 && <Counter credits={credits} needed={needed} />}
      <VerdictBadge verdict={verdict} />
      <p>{sentence}</p>
      {way && <p className="w-full">{way}</p>}
      {utme && (
        <p className="w-full">
          <span className="text-small text-soft">UTME</span> {utme}
        </p>
      )}
    </div>
  );
}

/** So many credits of those that are needed, each a mark. */
const Counter = ({ credits, needed }: { credits: number; needed: number }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className="flex gap-0.5">
      {Array.from({ length: needed }, (_, place) => `of ${place}`).map((name, place) => (
        <span
          key={name}
          className={`h-5 w-2.5 rounded-control ${place < credits ? "bg-good" : "border border-edge"}`}
        />
      ))}
    </span>
    <strong className="figures">
      {credits}/{needed}
      <span className="sr-only"> credits that count</span>
    </strong>
  </span>
);

/** A row for each subject that was sat, so that a second try stands beside the first. */
function Slips({ slips }: { slips: readonly ResultSlip[] }) {
  const subjects = [...new Set(slips.flatMap(({ results }) => results.map(({ subject }) => subject)))];
  if (slips.length === 0) return <p className="px-4 pb-4 text-soft">No examination was submitted.</p>;
  return (
    <div className="overflow-x-auto border-line border-t">
      <table className="w-full border-collapse text-left">
        <thead className="bg-sunk align-bottom">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold text-small text-soft sm:px-4">
              Subject
            </th>
            {slips.map((slip) => (
              <th key={slip._id} scope="col" className="figures px-3 py-2 font-normal sm:px-4">
                <span className="block font-semibold">
                  {slip.examinationtype} {slip.examinationyear}
                </span>
                <span className="block text-small text-soft">{slip.examinationnumber}</span>
                <span className="block text-small text-soft">{slip.examinationcenter}</span>
                {slip.awaiting.length > 0 && (
                  <span className="block text-small">Not out yet: {slip.awaiting.join(", ")}</span>
                )}
                {slip.others.length > 0 && <Others of={slip} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subjects.map((subject) => (
            <tr key={subject} className="border-line border-t">
              <th scope="row" className="px-3 py-1 font-normal sm:px-4">
                {subject}
              </th>
              {slips.map((slip) => (
                <td key={slip._id} className="px-3 py-1 sm:px-4">
                  <Grade of={slip.results.find((one) => one.subject === subject)} />
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-line border-t bg-sunk text-small text-soft">
            <th scope="row" className="px-3 py-1.5 font-semibold sm:px-4">
              Credits on the slip
            </th>
            {slips.map(({ _id, results }) => (
              <td key={_id} className="figures px-3 py-1.5 font-semibold sm:px-4">
                {results.filter(({ credit }) => credit).length} of {results.length}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** Whose else this examination is: a number mistyped, or a slip that went from hand to hand. */
const Others = ({ of: { others } }: { of: ResultSlip }) => (
  <span className="mt-1 block text-small text-warn">
    Also submitted in{" "}
    {others.map(({ _id, code }, place) => (
      <Fragment key={_id}>
        {place > 0 && ", "}
        <Link to={`${reviews.link}/${_id}`} className="link">
          {code}
        </Link>
      </Fragment>
    ))}
  </span>
);

/** A grade with what it is: a credit, a pass, or neither. One that a better one stands beside is quiet. */
function Grade({ of }: { of: ResultSlip["results"][number] | undefined }) {
  if (!of) return <span className="sr-only">Not sat</span>;
  const { scored, credit, pass, counts } = of;
  const [Sign, word] = credit ? [Check, "credit"] : pass ? [Minus, "pass"] : [X, "fail"];
  const colour = credit ? "text-good" : pass ? "text-warn" : "text-bad";
  return (
    <span className={`figures inline-flex items-center gap-2 ${counts ? "" : "text-soft"}`}>
      <span className={`w-6 ${counts ? "font-semibold" : ""}`}>{scored}</span>
      <span className={`inline-flex items-center gap-1 text-small ${counts ? colour : ""}`}>
        <Sign aria-hidden className="size-3.5" strokeWidth={2.5} />
        <span className="max-sm:sr-only">{word}</span>
      </span>
      {!counts && <span className="sr-only">, a better one stands beside it</span>}
    </span>
  );
}

const Asks = ({ of: { asks, also } }: { of: FileEligibility }) => (
  <details className="border-line border-t px-4 py-2">
    <summary className="cursor-pointer py-0.5 font-medium text-brand">What the programme asks for</summary>
    <ul className="mt-1 mb-1 grid gap-1">
      {[...asks, ...(also ? [also] : [])].map((sentence) => (
        <li key={sentence} className="max-w-prose">
          {sentence}.
        </li>
      ))}
    </ul>
  </details>
);
