import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { StudentCard } from "../student/student.card.part.page.tsx";
import { approveCombination, readCombination, refuseCombination } from "./combination-change.contract.ts";
import { CombinationEffectCard, CombinationSteps, differenceWords } from "./combination-change.effect.part.page.tsx";

type Standing = Replied<typeof readCombination>;

/** Whom it is about, who has said what, and what it brings about while it is open. */
export function Before({ row }: { row: Row }) {
  const read = useRead(readCombination, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-48" />}>
      {(of) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <StudentCard of={of.student} />
            <section aria-labelledby="steps" className="card px-5 py-4">
              <h2 id="steps" className="mb-2 text-large">
                Who decides
              </h2>
              <CombinationSteps of={of} />
              <WhoNow of={of} />
            </section>
          </div>
          {of.effect && <CombinationEffectCard of={of.effect} />}
        </div>
      )}
    </Read>
  );
}

function WhoNow({ of: { state, deciders, mine } }: { of: Standing }) {
  if (!state.startsWith("With")) return null;
  if (deciders.length === 0)
    return (
      <Alert look="warn" title="Nobody may decide it yet">
        <p>
          Appoint a head or a dean who has the right to approve changes of combination, or give it to a colleague of the
          registry who has decided nothing of this one.
        </p>
      </Alert>
    );
  return (
    <p className="mt-2 text-soft">
      {mine ? "It is your turn. " : ""}
      {new Intl.ListFormat("en-NG", { type: "disjunction" }).format(deciders)} may decide now.
    </p>
  );
}

export function Deeds({ row }: { row: Row }) {
  const read = useRead(readCombination, { id: row._id });
  if (!read.data?.mine) return null;
  return <Deciding row={row} of={read.data} />;
}

function Deciding({ row, of: { version: seen, effect, steps, state, student, lastBy } }: { row: Row; of: Standing }) {
  const params = { id: row._id };
  const right = "combination-changes.approve";
  const isLast = steps.at(-1)?.turn === state;
  const difference = effect?.difference ?? 0;
  return (
    <ProposalDeeds
      isOwn={false}
      deeds={[
        {
          word: "Refuse",
          right,
          by: "another",
          title: `Refuse ${student.name}?`,
          follows: <p>{student.name} reads your reason, stays in the present combination, and may ask anew.</p>,
          draft: `combination-refuse:${row._id}`,
          send: (body, attempt) => call(refuseCombination, { params, body: { ...body, seen }, attempt }),
        },
        {
          word: "Approve",
          right,
          by: "another",
          isMain: true,
          title: `Approve ${effect?.programme.title ?? "it"} for ${student.name}?`,
          follows: (
            <>
              <p>
                {isLast
                  ? `You decide last: it comes into force at once. ${differenceWords(difference)}`
                  : "It goes on to the next office. Nothing changes before the last one has agreed."}
              </p>
              {lastBy && <p className="mt-2">{lastWords(lastBy)}</p>}
            </>
          ),
          send: (attempt) => call(approveCombination, { params, body: { seen, difference }, attempt }),
        },
      ]}
    />
  );
}

/** Nobody decides twice: said before the first step, to whoever could take the last. */
function lastWords(names: readonly string[]): string {
  const once = "Nobody decides twice, so you cannot take the registrar's step of it afterwards.";
  if (names.length > 0) return `${once} ${new Intl.ListFormat("en-NG", { type: "disjunction" }).format(names)} can.`;
  return `${once} Nobody else has the right for the whole college: first give it to a colleague, or it will stand still.`;
}
