import { type ReactNode, useId, useState } from "react";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { type CatalogueGrid, copyCourses, listCopySources } from "../catalogue/catalogue.contract.ts";

type Source = Replied<typeof listCopySources>[number];

const keyOf = ({ session, programme }: Source) => `${session._id} ${programme._id}`;

/** Takes courses of another catalogue into this one. Nothing happens before its reader has seen what would. */
export function CopyCoursesDialog({ to, onHide }: { to: CatalogueGrid; onHide(): void }) {
  const reread = useReread();
  const query = new URLSearchParams({ programme: to.programme._id, session: to.session._id });
  const { data: sources } = useRead({ ...listCopySources, path: `${listCopySources.path}?${query}` });
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState({ begins: "", half: "", ashalf: "" });
  const [report, setReport] = useState<Replied<typeof copyCourses> | null>(null);
  const { busy, refused, run, clear } = useDeed();
  const source = sources?.find((one) => keyOf(one) === (chosen || (sources[0] && keyOf(sources[0]))));

  const change = (more: Partial<typeof typed>) => {
    setTyped({ ...typed, ...more });
    setReport(null);
    clear();
  };
  const send = async (check: boolean) => {
    if (!source) return null;
    const half = (text: string) => (text === "" ? undefined : Number(text));
    return run(() =>
      call(copyCourses, {
        body: {
          from: source.programme._id,
          fromsession: source.session._id,
          programme: to.programme._id,
          session: to.session._id,
          begins: typed.begins,
          half: half(typed.half),
          ashalf: half(typed.ashalf),
          check,
        },
        attempt: newAttempt(),
      }),
    );
  };
  const copy = async () => {
    const done = await send(false);
    if (!done) return setReport(null);
    toast("good", done.message);
    onHide();
    await reread();
  };
  return (
    <Dialog title="Copy courses" onHide={onHide}>
      <div className="grid gap-4">
        <p>
          Active courses of another catalogue are added to {to.programme.label}, {to.session.label}. What stands there
          already stays as it is.
        </p>
        {sources?.length === 0 && <Alert look="info">No other programme and no other session has courses yet.</Alert>}
        <Choice
          label="Copy from"
          value={source ? keyOf(source) : ""}
          onChoose={(key) => {
            setChosen(key);
            change({});
          }}
        >
          {sources?.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {one.programme.label}, {one.session.label} ({one.courses})
            </option>
          ))}
        </Choice>
        <Begins value={typed.begins} onType={(begins) => change({ begins })} />
        {(source?.halves.length ?? 0) > 0 && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Choice label="Of its half" value={typed.half} onChoose={(half) => change({ half })}>
              <option value="">Both halves</option>
              <option value="1">First half</option>
              <option value="2">Second half</option>
            </Choice>
            <Choice label="As this one's half" value={typed.ashalf} onChoose={(ashalf) => change({ ashalf })}>
              <option value="">As they are there</option>
              <option value="1">First half</option>
              <option value="2">Second half</option>
            </Choice>
          </div>
        )}
        {refused && <Alert look="bad">{refused}</Alert>}
        {report && <Report of={report} />}
        <div className="flex flex-wrap gap-2">
          {report && report.added > 0 ? (
            <button type="button" className="button" disabled={busy} onClick={() => void copy()}>
              {busy ? "Please wait..." : `Copy ${asCount(report.added, "course")}`}
            </button>
          ) : (
            <button
              type="button"
              className="button"
              disabled={busy || !source || report !== null}
              onClick={() => void send(true).then(setReport)}
            >
              {busy ? "Please wait..." : "Show what would be copied"}
            </button>
          )}
          <CloseButton onHide={onHide} />
        </div>
      </div>
    </Dialog>
  );
}

interface ChoiceParts {
  readonly label: string;
  readonly value: string;
  onChoose(value: string): void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceParts) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select id={id} className="control" value={value} onChange={(event) => onChoose(event.target.value)}>
        {children}
      </select>
    </div>
  );
}

function Begins({ value, onType }: { value: string; onType(text: string): void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        Codes that begin with <span className="font-normal text-soft">(optional)</span>
      </label>
      <p id={`${id}-hint`} className="mb-1.5 text-small text-soft">
        Such as BIO, for the courses of one subject alone
      </p>
      <input
        id={id}
        type="text"
        className="control"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}

function Report({ of: { added, courses } }: { of: Replied<typeof copyCourses> }) {
  return (
    <section aria-label="What would be copied" className="grid gap-3">
      {added === 0 ? (
        <Alert look="info">All of them stand there already. There is nothing to copy.</Alert>
      ) : (
        <Alert look="good">Nothing is copied yet. {asCount(added, "course")} would be added:</Alert>
      )}
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {courses.map(({ code, name, credit, level, isthere }) => (
          <li key={code} className={`flex flex-wrap justify-between gap-x-4 px-3 py-1.5 ${isthere ? "text-soft" : ""}`}>
            <span>
              <strong>{code}</strong> {name}
            </span>
            <span className="figures text-soft">
              {isthere ? "there already" : `${level} level, ${asCount(credit, "unit")}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
