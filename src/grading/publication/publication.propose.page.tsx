import { useState } from "react";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { fields, type Replied } from "#kit/wire/endpoint.contract.ts";
import {
  previewPublication,
  proposePublication,
  publications,
  readBatches,
  readTerms,
  whenEntries,
} from "./publication.contract.ts";
import { type Outlook, OutlookShown } from "./publication.outlook.part.page.tsx";

interface Term {
  readonly session: string;
  readonly semester: number;
}

type Batch = Replied<typeof readBatches>[number];

const keyOf = ({ programme, level }: Pick<Batch, "programme" | "level">) => `${programme} ${level}`;

/** A new publication: which semester, which programmes and levels, what it brings out, and when. */
export function ProposePublication() {
  const read = useRead(readTerms);
  return (
    <>
      <ConsoleHeading title="Publish results" note="Two people: you propose what you have seen, another approves it" />
      <Read from={read} waiting={<div className="bone late h-64" />}>
        {({ sessions, running }) => {
          const first = running ?? { session: sessions[0]?._id ?? "", semester: 1 };
          return <Classes sessions={sessions} start={first} />;
        }}
      </Read>
    </>
  );
}

interface ClassesParts {
  readonly sessions: Replied<typeof readTerms>["sessions"];
  readonly start: Term;
}

function Classes({ sessions, start }: ClassesParts) {
  const [term, setTerm] = useState(start);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="card flex max-w-3xl flex-wrap gap-4 p-5">
        <label className="grid gap-1">
          <span className="font-semibold">Session</span>
          <select
            className="control"
            value={term.session}
            onChange={({ target }) => setTerm({ ...term, session: target.value })}
          >
            {sessions.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1">
          <span className="font-semibold">Semester</span>
          <select
            className="control"
            value={term.semester}
            onChange={({ target }) => setTerm({ ...term, semester: Number(target.value) })}
          >
            <option value={1}>First</option>
            <option value={2}>Second</option>
          </select>
        </label>
      </div>
      <Chosen key={`${term.session} ${term.semester}`} term={term} />
    </div>
  );
}

function Chosen({ term }: { term: Term }) {
  const read = useRead(readBatches, { session: term.session, semester: String(term.semester) });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outlook, setOutlook] = useState<{ of: Outlook; batches: readonly Batch[] } | null>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next);
    setOutlook(null);
  };
  const look = async (all: readonly Batch[]) => {
    const batches = all.filter((batch) => chosen.has(keyOf(batch)));
    setBusy(true);
    setTrouble("");
    try {
      const body = { ...term, batches: batches.map(({ programme, level }) => ({ programme, level })) };
      setOutlook({ of: await call(previewPublication, { body }), batches });
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      setTrouble(failure.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Read from={read} waiting={<div className="bone late h-64" />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState title="Nobody is registered in this semester" text="Choose another one." />
        ) : (
          <>
            <fieldset aria-labelledby="classes" className="card px-5 py-4">
              <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
                <h2 id="classes" className="text-large">
                  Programmes and levels
                </h2>
                <button
                  type="button"
                  className="button button-quiet"
                  onClick={() => choose(new Set(all.filter(({ results }) => results > 0).map(keyOf)))}
                >
                  Choose all that are ready
                </button>
              </div>
              {all.map((batch) => (
                <label
                  key={keyOf(batch)}
                  className="flex cursor-pointer gap-3 border-line border-b py-2.5 last:border-b-0"
                >
                  <input
                    type="checkbox"
                    className="mt-1 size-5 shrink-0"
                    checked={chosen.has(keyOf(batch))}
                    onChange={({ target }) => {
                      const next = new Set(chosen);
                      if (target.checked) next.add(keyOf(batch));
                      else next.delete(keyOf(batch));
                      choose(next);
                    }}
                  />
                  <span className="min-w-0">
                    <strong className="block">
                      {batch.title}, {batch.level} level
                    </strong>
                    <span className="figures text-small text-soft">
                      {asFigure(batch.results)} ready · {asFigure(batch.missing)} not yet · {asFigure(batch.published)}{" "}
                      out · {asFigure(batch.students)} students
                    </span>
                  </span>
                </label>
              ))}
              <button
                type="button"
                className="button mt-3"
                disabled={chosen.size === 0 || busy}
                onClick={() => void look(all)}
              >
                {busy ? "Please wait..." : "See what goes out"}
              </button>
            </fieldset>
            {trouble && <Alert look="bad">{trouble}</Alert>}
            {outlook && <OutlookShown of={outlook.of} />}
            {outlook && outlook.of.results > 0 && <Propose term={term} {...outlook} />}
          </>
        )
      }
    </Read>
  );
}

const facts = factsOf(whenEntries);
const schema = typedForm(facts, fields(whenEntries) as never);

function Propose({ term, of, batches }: { term: Term; of: Outlook; batches: readonly Batch[] }) {
  const sheet = useSheet<Typed, Record<string, unknown>>(schema, blankOf(facts));
  const [labels] = useState(() => new Map<string, string>());
  const navigate = useNavigate();
  return (
    <section aria-label="When" className="card max-w-3xl p-5">
      <Form
        sheet={sheet}
        draft="publication:new"
        submit="Propose it"
        send={(typed, attempt) => {
          const chosen = batches.map(({ programme, level }) => ({ programme, level }));
          const when = wireOf(facts, typed) as { readonly at: string; readonly note?: string };
          return call(proposePublication, { body: { ...term, batches: chosen, ...when, seen: of.seen }, attempt });
        }}
        done={({ _id }) => navigate(`${publications.link}/${_id}`)}
      >
        {facts.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={labels} />
        ))}
      </Form>
    </section>
  );
}
