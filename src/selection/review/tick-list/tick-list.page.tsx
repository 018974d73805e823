import { shortMinute } from "#console/record/record.rules.ts";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import type { ReviewFile } from "../review.file.contract.ts";
import { openStates, type TickState, tickLooks } from "../review.rules.ts";
import { type Marked, readTickList, type Tick, tickItem } from "./tick-list.contract.ts";

const NotInOrderDialog = opened(() => import("./tick-list.form.page.tsx").then((part) => part.NotInOrderDialog));
const MarkDialog = opened(() => import("./tick-list.form.page.tsx").then((part) => part.MarkDialog));

interface ListParts {
  readonly file: ReviewFile;
  readonly mayChange: boolean;
}

/** What the desk looks at in a file; nothing where the college asks for nothing. */
export function TickList({ file, mayChange }: ListParts) {
  const { data, error } = useRead(readTickList, { id: file._id });
  const isOpen = mayChange && openStates.some((one) => one === file.state);
  if (error) return <Alert look="bad">{error.message}</Alert>;
  if (!data || data.ticks.length + data.marks.length === 0) return null;
  const asked = data.ticks.filter((tick) => tick.asked);
  const open = asked.filter(({ state, required }) => required && (state ?? "Not in order") === "Not in order");
  return (
    <section aria-labelledby="tick-list" className="card px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="tick-list" className="text-large">
          Tick list
        </h2>
        <span className="figures text-soft">
          {open.length === 0 ? "Nothing is open" : `${open.length} of ${asked.length} open`}
        </span>
      </div>
      <ul>
        {data.ticks.map((one) => (
          <TickLine key={one._id} of={one} file={file} isOpen={isOpen && one.asked} />
        ))}
        {data.marks.map((one) => (
          <MarkLine key={one._id} of={one} file={file} isOpen={isOpen} />
        ))}
      </ul>
    </section>
  );
}

interface LineParts<T> {
  readonly of: T;
  readonly file: ReviewFile;
  /** Whether something may be said of it. */
  readonly isOpen: boolean;
}

function TickLine({ of: tick, file, isOpen }: LineParts<Tick>) {
  const { _id, label, advice, required, asked, state, note, by, at } = tick;
  const { busy, refused, run } = useDeed();
  const { shown, show, hide } = useShown();
  const reread = useReread();
  const say = async (told: TickState) => {
    const body = { item: _id, state: told, was: state };
    await run(() => call(tickItem, { params: { id: file._id }, body, attempt: newAttempt() }));
    await reread();
  };
  return (
    <li className="grid gap-1 border-line border-b py-2 last:border-b-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span>
          {label}
          {!asked && <span className="text-soft"> (not asked any more)</span>}
          {asked && !required && <span className="text-soft"> (may stay open)</span>}
        </span>
        <WordBadge look={state ? tickLooks[state] : "plain"} word={state ?? "Open"} />
      </p>
      {advice && <p className="text-small text-soft">{advice}</p>}
      {note && <p className="whitespace-pre-line">{note}</p>}
      {by && at && (
        <p className="text-small text-soft">
          {by}, <time dateTime={at}>{shortMinute(at)}</time>
        </p>
      )}
      {refused && <Alert look="bad">{refused}</Alert>}
      {isOpen && (
        <p className="flex flex-wrap gap-x-4">
          {state !== "In order" && (
            <Press word="In order" of={label} busy={busy} onPress={() => void say("In order")} />
          )}
          {state !== "Not in order" && <Press word="Not in order" of={label} busy={busy} onPress={show} />}
          {state !== "Does not apply" && (
            <Press word="Does not apply" of={label} busy={busy} onPress={() => void say("Does not apply")} />
          )}
        </p>
      )}
      {shown && <NotInOrderDialog file={file} tick={tick} onHide={hide} />}
    </li>
  );
}

interface PressParts {
  readonly word: string;
  /** What it is said of, for who does not see the line. */
  readonly of: string;
  readonly busy: boolean;
  onPress(): void;
}

const Press = ({ word, of, busy, onPress }: PressParts) => (
  <button type="button" className="link cursor-pointer py-1.5" disabled={busy} onClick={onPress}>
    {word}
    <span className="sr-only">: {of}</span>
  </button>
);

function MarkLine({ of, file, isOpen }: LineParts<Marked>) {
  const { label, advice, most, own, average, others } = of;
  const { shown, show, hide } = useShown();
  return (
    <li className="grid gap-1 border-line border-b py-2 last:border-b-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span>{label}</span>
        <span className="figures font-semibold">
          {own ? `${own.mark} of ${most}` : <span className="font-normal text-soft">0 to {most}</span>}
        </span>
      </p>
      {advice && <p className="text-small text-soft">{advice}</p>}
      {own?.note && <p className="whitespace-pre-line">{own.note}</p>}
      {own && others.length > 0 && (
        <p className="figures text-small text-soft">
          Average {average}: {others.map(({ by, mark }) => `${by} ${mark}`).join(", ")}
        </p>
      )}
      {isOpen && <Press word={own ? "Change my mark" : "Give my mark"} of={label} busy={false} onPress={show} />}
      {shown && <MarkDialog file={file} item={of} onHide={hide} />}
    </li>
  );
}
