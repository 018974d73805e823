import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { type DecisionLine, readDecisions, readDesk } from "./recommendation.contract.ts";
import { DecisionDeeds } from "./recommendation.deeds.page.tsx";
import { type DecisionStanding, decisionStandings } from "./recommendation.rules.ts";

interface InFile {
  readonly _id: string;
  readonly name: string;
  readonly state: string;
}

/** The decision where the file is read, for who may decide or countersign. */
export function DecideInFile({ file }: { file: InFile }) {
  const mayDecide = useRight("recommendations.change");
  const mayAnswer = useRight("recommendations.approve");
  const standing = decisionStandings.find((known) => known === file.state);
  if (!standing || !(mayDecide || mayAnswer)) return null;
  return <Decide file={file} standing={standing} />;
}

function Decide({ file: { _id, name }, standing }: { file: InFile; standing: DecisionStanding }) {
  const desk = useRead(readDesk).data;
  const decided = useRead(readDecisions, { id: _id }).data;
  const reread = useReread();
  if (!desk || !decided) return null;
  const inForce = decided.find(({ stands }) => stands);
  const answer = inForce ? (inForce.answer?.answer ?? "Not yet") : "";
  const picked = { chosen: { ids: [_id], count: 1 }, named: name, done: reread };
  return (
    <DecisionDeeds
      picked={picked}
      standing={standing}
      answer={answer}
      seenAt={inForce?.at ?? desk.now}
      asked={desk.asked}
    />
  );
}

/** Every decision about one application with its reason, and what a dean answered. */
export function DecisionLines({ application }: { application: string }) {
  const read = useRead(readDecisions, { id: application });
  return (
    <section aria-labelledby="decisions" className="card px-5 py-4">
      <h2 id="decisions" className="text-large">
        Decisions
      </h2>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {(list) =>
          list.length === 0 ? (
            <p className="mt-2 text-soft">Nobody has decided yet.</p>
          ) : (
            <ol className="mt-1">
              {list.map((one) => (
                <Line key={one._id} of={one} />
              ))}
            </ol>
          )
        }
      </Read>
    </section>
  );
}

function Line({ of: { decision, kind, reason, by, at, stands, answer } }: { of: DecisionLine }) {
  return (
    <li className="grid gap-1 border-line border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-2">
        <WordBadge look={stands ? (decision === "Recommended" ? "good" : "bad") : "plain"} word={decision} />
        <span className="font-semibold">{kind}</span>
        {!stands && <span className="text-small text-soft">stands no more</span>}
      </p>
      {reason && <p className="max-w-prose">{reason}</p>}
      <p className="text-small text-soft">
        {by}, <time dateTime={at}>{asMinute(at)}</time>
      </p>
      {answer && (
        <p className="border-line border-l-4 pl-3">
          <strong className="font-semibold">{answer.answer}</strong>
          {answer.reason && `: ${answer.reason}`}
          <span className="block text-small text-soft">
            {answer.by}, <time dateTime={answer.at}>{asMinute(answer.at)}</time>
          </span>
        </p>
      )}
    </li>
  );
}
