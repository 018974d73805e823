import { useQuery } from "@tanstack/react-query";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { discrepancies, type FoundDiscrepancy, readFound, reconciliations } from "./reconciliation.contract.ts";
import { StateBadge, ToSubject } from "./reconciliation.one.part.page.tsx";
import { type DiscrepancyKind, kindSays } from "./reconciliation.rules.ts";

const AGAIN_MS = 2_000;

export function OneRun({ id }: { id: string }) {
  const { read: reading } = reconciliations.calls;
  const read = useQuery({
    queryKey: [reading.path, { id }],
    queryFn: ({ signal }) => call(reading, { params: { id }, signal }),
    refetchInterval: ({ state }) => ((state.data as Row | undefined)?.state === "Running" ? AGAIN_MS : false),
  });
  const state = (read.data as Row | undefined)?.state;
  const found = useQuery({
    queryKey: [readFound.path, { id }, state],
    queryFn: ({ signal }) => call(readFound, { params: { id }, signal }),
    refetchInterval: state === "Running" ? AGAIN_MS : false,
  });
  return (
    <ReadRecord from={read} of={reconciliations}>
      {(answer) => {
        const row = answer as Row;
        return (
          <>
            <ConsoleHeading title={`Run of ${asMinute(row.createdAt)}`}>
              <Link to={reconciliations.link} className="button button-quiet">
                All runs
              </Link>
            </ConsoleHeading>
            <Read from={found} waiting={<div className="bone late h-40" />}>
              {({ answered, list, more }) => (
                <div className="grid grid-cols-1 gap-4">
                  <Standing row={row} answered={answered} />
                  {row.state !== "Running" && <Everything list={list} more={more} />}
                </div>
              )}
            </Read>
          </>
        );
      }}
    </ReadRecord>
  );
}

function Standing({ row, answered }: { row: Row; answered: number }) {
  const asked = Number(row.asked);
  if (row.state === "Running")
    return (
      <Progress
        label={`${asFigure(answered)} of ${asFigure(asked)} references answered. It goes on by itself`}
        value={answered}
        most={Math.max(1, asked)}
      />
    );
  const unanswered = Number(row.unanswered);
  return (
    <>
      {unanswered > 0 && (
        <Alert look="warn" title={`The provider did not answer about ${asFigure(unanswered)} references`}>
          <p>Nothing that was found about them before is closed by that. The next run asks again.</p>
        </Alert>
      )}
      <section aria-label="The run" className="card max-w-3xl px-5 py-2">
        <Facts
          list={[
            { label: "Asked for by", value: (row.askedby as Choice | null)?.label ?? "The portal, by night" },
            ...(row.since ? [{ label: "Every reference since", value: asDay(String(row.since)) }] : []),
            { label: "References asked about", value: asFigure(asked) },
            { label: "Found", value: asFigure(Number(row.found)) },
            { label: "Gone since the run before", value: asFigure(Number(row.closed)) },
            { label: "Ended", value: row.endedAt ? asMinute(String(row.endedAt)) : "" },
          ]}
        />
      </section>
    </>
  );
}

function Everything({ list, more }: { list: readonly FoundDiscrepancy[]; more: number }) {
  if (list.length === 0)
    return (
      <Alert look="good" title="Nothing was found">
        <p>Our books, the provider and the statements were one.</p>
      </Alert>
    );
  return (
    <>
      {[...Map.groupBy(list, ({ kind }) => kind)].map(([kind, own]) => (
        <Kind key={kind} kind={kind} list={own} />
      ))}
      {more > 0 && (
        <p>
          And {asFigure(more)} more.{" "}
          <Link to={`${discrepancies.link}?state=Open`} className="link">
            All that are open
          </Link>
        </p>
      )}
    </>
  );
}

function Kind({ kind, list }: { kind: DiscrepancyKind; list: readonly FoundDiscrepancy[] }) {
  return (
    <section aria-label={kind} className="card px-5 py-4">
      <h2 className="text-large">
        {kind} <span className="figures text-soft">{asFigure(list.length)}</span>
      </h2>
      <p className="mb-2 max-w-prose text-small text-soft">{kindSays[kind]}.</p>
      <ul>
        {list.map((one) => (
          <Line key={one._id} of={one} />
        ))}
      </ul>
    </section>
  );
}

/** On a desk one line; on a phone one below the other. */
function Line({ of: { _id, says, known, ours, theirs, state, ...about } }: { of: FoundDiscrepancy }) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-line border-b py-2 last:border-b-0 md:grid-cols-[9.5rem_minmax(0,1fr)_10rem_10rem_6.5rem]">
      <span className="figures">
        <ToSubject of={about} />
      </span>
      <span className="wrap-anywhere min-w-0">
        <Link to={`${discrepancies.link}/${_id}`} className="link">
          {says}
        </Link>
        {known && <span className="block text-small text-soft">Known from an earlier run</span>}
      </span>
      <Side word="Here" of={ours} />
      <Side word="There" of={theirs} />
      <span className="md:text-right">
        <StateBadge state={state} />
      </span>
    </li>
  );
}

const Side = ({ word, of }: { word: string; of: number | null }) => (
  <span className="figures whitespace-nowrap md:text-right">
    <span className="text-small text-soft">{word}</span> {of === null ? "–" : asNaira(of)}
  </span>
);
