import { X } from "lucide-react";
import { useId, useState } from "react";
import type { Choice } from "#console/record/record.contract.ts";
import { LabelledReference, ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { useSearchParams } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { CopiedProgramme, CopyCall } from "./programme-copy.contract.ts";

/** What a copy would do, programme by programme; what hinders it first. */
function CopyReport({ of, things }: { of: readonly CopiedProgramme[]; things: string }) {
  const wrong = of.filter((one) => one.wrong !== null);
  const moving = of.filter(({ added, changed }) => added + changed > 0);
  return (
    <section aria-label="What would be copied" className="grid gap-3">
      {wrong.length > 0 ? (
        <Alert
          look="bad"
          title={`${wrong.length} of ${of.length} programmes cannot take these ${things}, so none is copied`}
        >
          <ul className="mt-1 grid gap-1">
            {[...Map.groupBy(wrong, ({ wrong: why }) => why)].map(([why, alike]) => (
              <li key={why}>
                {why}. <strong>{alike.map(({ programme }) => programme.label).join(", ")}</strong>
              </li>
            ))}
          </ul>
        </Alert>
      ) : moving.length === 0 ? (
        <Alert look="info">
          All of these programmes have these {things} already, exactly so. There is nothing to copy.
        </Alert>
      ) : (
        <Alert look="good">Nothing is copied yet. These programmes would change:</Alert>
      )}
      {wrong.length === 0 && moving.length > 0 && (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line">
          {moving.map((one) => (
            <li key={one.programme._id} className="flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
              <span>{one.programme.label}</span>
              <span className="figures text-soft">{saidOf(one)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const saidOf = ({ added, changed, others }: CopiedProgramme): string =>
  [
    added > 0 && `${added} added`,
    changed > 0 && `${changed} changed`,
    others > 0 && `${others} further ${others === 1 ? "one stays" : "ones stay"}`,
  ]
    .filter(Boolean)
    .join(", ");

interface TargetParts {
  readonly to: "admitting" | readonly Choice[];
  onChoose(to: "admitting" | readonly Choice[]): void;
}

/** All programmes that take applicants, or some, one after the other. */
function Targets({ to, onChoose }: TargetParts) {
  const id = useId();
  const chosen = to === "admitting" ? [] : to;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Copy to</legend>
      {(["admitting", "some"] as const).map((kind) => (
        <label key={kind} className="flex min-h-(--control) cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={id}
            className="size-4.5"
            checked={(to === "admitting") === (kind === "admitting")}
            onChange={() => onChoose(kind === "admitting" ? kind : [])}
          />
          {kind === "admitting" ? "All that take applicants" : "These programmes"}
        </label>
      ))}
      {to !== "admitting" && (
        <div className="grid gap-2 pl-6.5">
          <label htmlFor={`${id}-add`} className="sr-only">
            Add a programme to copy to
          </label>
          <ReferenceBox
            // Empty again for the next one.
            key={chosen.length}
            id={`${id}-add`}
            label="Add a programme"
            noun="programme"
            chosen={null}
            look="control"
            placeholder="Type to add a programme"
            onChoose={(choice) => {
              if (choice && !chosen.some(({ _id }) => _id === choice._id)) onChoose([...chosen, choice]);
            }}
          />
          <ul className="flex flex-wrap gap-2">
            {chosen.map((one) => (
              <li key={one._id} className="flex items-center gap-1 rounded-control border border-line bg-sunk pl-2.5">
                {one.label}
                <button
                  type="button"
                  className="clear"
                  onClick={() => onChoose(chosen.filter(({ _id }) => _id !== one._id))}
                >
                  <X aria-hidden className="size-4" />
                  <span className="sr-only">Leave out {one.label}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}

interface CopyParts {
  readonly by: CopyCall;
  /** What is copied, as the office calls it: "fee items". */
  readonly things: string;
  /** What becomes of one that a programme has already, in a sentence. */
  readonly known: string;
  onHide(): void;
}

/** What one programme has, for others. Nothing happens before its reader has seen what would. */
export function CopyDialog({ by, things, known, onHide }: CopyParts) {
  const [asked] = useSearchParams();
  const reread = useReread();
  const [session, setSession] = useState(asked.get("session") ?? "");
  const [from, setFrom] = useState(asked.get("programme") ?? "");
  const [to, setTo] = useState<"admitting" | readonly Choice[]>("admitting");
  const [report, setReport] = useState<readonly CopiedProgramme[] | null>(null);
  const { busy, refused, run, clear } = useDeed();

  const choosing = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setReport(null);
      clear();
    };
  };
  const body = { session, from, to: to === "admitting" ? to : to.map(({ _id }) => _id) };
  const send = (check: boolean) => run(() => call(by, { body: { ...body, check }, attempt: newAttempt() }));
  const check = async () => setReport((await send(true))?.programmes ?? null);
  const copy = async () => {
    const done = await send(false);
    if (!done) return setReport(null);
    toast("good", done.message);
    onHide();
    await reread();
  };
  const count = report?.filter(({ added, changed }) => added + changed > 0).length ?? 0;
  const isReady = report?.every(({ wrong }) => wrong === null) && count > 0;
  return (
    <Dialog title="Copy to other programmes" onHide={onHide}>
      <div className="grid gap-4">
        <p>
          The active {things} of one programme are added to others. {known}; nothing is deleted.
        </p>
        <LabelledReference noun="session" label="Session" held={session} onChoose={choosing(setSession)} />
        <LabelledReference noun="programme" label="Copy from" held={from} onChoose={choosing(setFrom)} />
        <Targets to={to} onChoose={choosing(setTo)} />
        {refused && <Alert look="bad">{refused}</Alert>}
        {report && <CopyReport of={report} things={things} />}
        <div className="flex flex-wrap gap-2">
          {isReady ? (
            <button type="button" className="button" disabled={busy} onClick={() => void copy()}>
              {busy ? "Please wait..." : `Copy to ${asCount(count, "programme")}`}
            </button>
          ) : (
            <button type="button" className="button" disabled={busy || report !== null} onClick={() => void check()}>
              {busy ? "Please wait..." : "Show what would be copied"}
            </button>
          )}
          <CloseButton onHide={onHide} />
        </div>
      </div>
    </Dialog>
  );
}
