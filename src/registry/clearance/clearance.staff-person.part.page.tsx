import { useRef, useState } from "react";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import type { Listed } from "#console/list/list.asked.part.page.tsx";
import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import {
  hasPapers,
  PaperPicture,
  SlipBesideGrades,
  useFreshLinks,
} from "#selection/review/review.papers.part.page.tsx";
import { type ClearanceLine, readTickList, type TickList, tickClearances } from "./clearance.contract.ts";
import {
  type ClearanceState,
  clearanceDeeds,
  clearanceLooks,
  isInTheWay,
  standingLooks,
  stepsFrom,
} from "./clearance.rules.ts";
import { readClearancePapers } from "./tick/tick.papers.contract.ts";

const TickDialog = opened(() => import("./clearance.staff-deeds.part.page.tsx").then((part) => part.TickDialog));

interface PageParts {
  readonly of: Listed & { readonly called: string };
  /** Of the application, or of one line of its list. */
  readonly id: string;
}

/** One person's tick list, with the photograph and the papers to hold against the originals. */
export function TickListPage({ of, id }: PageParts) {
  const read = useRead(readTickList, { id });
  useFreshLinks(read.refetch);
  const mayTick = useRight("clearance.change");
  return (
    <ReadRecord from={read} of={of}>
      {(file) => (
        <>
          <Head of={of} id={id} file={file} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_14rem]">
            <Lines file={file} of={id} />
            <Photograph file={file} />
          </div>
          {mayTick && file.lines.some(({ mine }) => mine) && <Papers id={file._id} />}
        </>
      )}
    </ReadRecord>
  );
}

function Head({ of, id, file }: PageParts & { readonly file: TickList }) {
  const { _id, name, code, programme, jamb, session, standing } = file;
  const seesFiles = useRight("applications");
  useTitle(`${name}, ${code}`);
  return (
    <div className="mb-4 border-line border-b pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">
          <h1 className="mr-1 min-w-0 text-title">{name}</h1>
          <WordBadge look={standingLooks[standing]} word={standing === "Cleared" ? "All cleared" : standing} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {seesFiles && (
            <Link to={`/staff/applications/${_id}`} className="button button-quiet">
              Open the file
            </Link>
          )}
          <Neighbours of={of} id={id} />
        </div>
      </div>
      <p className="figures mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-soft">
        <span className="font-semibold text-ink">JAMB {jamb}</span>
        <span>{code}</span>
        <span>{programme}</span>
        <span>{session}</span>
      </p>
    </div>
  );
}

const keys: Readonly<Record<ClearanceState, string>> = { Cleared: "c", Refused: "r", Waived: "w", Open: "u" };

interface LinesParts {
  readonly file: TickList;
  /** What the address names: where it is a line, the keyboard begins there. */
  readonly of: string;
}

/** Every item with what can be done; digits choose one of those that the reader ticks, letters act on it. */
function Lines({ file, of }: LinesParts) {
  const reread = useReread();
  const [picked, setPicked] = useState<string | null>(null);
  const [open, setOpen] = useState<{ readonly line: ClearanceLine; readonly to: ClearanceState } | null>(null);
  const [refused, setRefused] = useState("");
  // A key that is pressed twice ticks once.
  const busy = useRef(false);
  const mine = file.lines.filter((line) => line.mine);
  const here = mine.find(({ _id }) => _id === (picked ?? of)) ?? mine.find(({ state }) => isInTheWay(state)) ?? mine[0];
  const step = async (line: ClearanceLine, to: ClearanceState) => {
    if (busy.current || !stepsFrom(line.state).includes(to)) return;
    setRefused("");
    if (to !== "Cleared" || line.asks !== null || line.proofasked) return setOpen({ line, to });
    busy.current = true;
    const body = { to, standing: line.state, ids: [line._id], count: 1 };
    try {
      const { message } = await call(tickClearances, { body, attempt: newAttempt() });
      toast("good", message);
      setPicked(null);
    } catch (failure) {
      setRefused(sentenceOf(failure));
    }
    await reread();
    busy.current = false;
  };
  useKeys(
    {
      ...Object.fromEntries(mine.map(({ _id }, at) => [String(at + 1), () => setPicked(_id)])),
      ...(here && Object.fromEntries(stepsFrom(here.state).map((to) => [keys[to], () => void step(here, to)]))),
    },
    {
      ...(mine.length > 0 && { 1: "First item of your office, and so on" }),
      ...(here && Object.fromEntries(stepsFrom(here.state).map((to) => [keys[to], clearanceDeeds[to]]))),
    },
  );
  return (
    <section aria-label="Tick list" className="card">
      {refused && (
        <div className="p-4">
          <Alert look="bad">{refused}</Alert>
        </div>
      )}
      <ol>
        {file.lines.map((line) => (
          <Line
            key={line._id}
            line={line}
            place={mine.indexOf(line) + 1}
            here={line === here}
            step={(to) => void step(line, to)}
          />
        ))}
      </ol>
      {open && (
        <TickDialog
          chosen={{ ids: [open.line._id], count: 1 }}
          named={file.name}
          label={open.line.label}
          asks={open.line.asks}
          proofasked={open.line.proofasked}
          standing={open.line.state}
          to={open.to}
          onHide={() => setOpen(null)}
          onDone={async () => {
            setPicked(null);
            await reread();
          }}
        />
      )}
    </section>
  );
}

interface LineParts {
  readonly line: ClearanceLine;
  /** The digit that chooses it; 0 for what another office ticks. */
  readonly place: number;
  readonly here: boolean;
  step(to: ClearanceState): void;
}

function Line({ line, place, here, step }: LineParts) {
  const { label, office, state, reason, note, by, at, proof, mine } = line;
  return (
    <li
      aria-current={here ? "true" : undefined}
      className={`grid gap-x-4 gap-y-2 border-line border-b px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] ${here ? "bg-sunk" : ""}`}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {mine && <kbd className="figures text-small text-soft">{place}</kbd>}
          <strong>{label}</strong>
          <WordBadge look={clearanceLooks[state]} word={state} />
        </p>
        <p className="figures text-small text-soft">
          {office}
          {by !== null && at !== null && `, ${by}, ${shortMinute(at)}`}
        </p>
        {note && <p className="wrap-anywhere">{note}</p>}
        {reason && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
        {proof && (
          <a href={proof.link} target="_blank" rel="noreferrer" className="link">
            See the scan<span className="sr-only"> of {label} (opens in a new tab)</span>
          </a>
        )}
      </div>
      {mine && (
        <div className="flex flex-wrap items-center gap-2">
          {stepsFrom(state).map((to) => (
            <button
              key={to}
              type="button"
              aria-label={`${clearanceDeeds[to]}: ${label}`}
              aria-keyshortcuts={here ? keys[to] : undefined}
              className={to === "Cleared" ? "button" : "button button-quiet"}
              onClick={() => step(to)}
            >
              {clearanceDeeds[to]}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}

function Photograph({ file: { photo, name } }: { file: TickList }) {
  return (
    <div className={`max-lg:order-first ${photo ? "max-lg:w-28" : ""}`}>
      {photo ? (
        <PaperPicture link={photo} what={`Photograph of ${name}`} look="aspect-[4/5] w-full object-cover" />
      ) : (
        <p className="card p-4 text-small text-soft">There is no photograph. Compare the face with an identity card.</p>
      )}
    </div>
  );
}

/** What was uploaded, to be held against the originals. */
function Papers({ id }: { id: string }) {
  const read = useRead(readClearancePapers, { id });
  useFreshLinks(read.refetch);
  return (
    <section aria-label="What was submitted" className="mt-4">
      <Read from={read} waiting={<div className="bone late h-40" />}>
        {(found) => (
          <div className={hasPapers(found) ? undefined : "max-w-3xl"}>
            <SlipBesideGrades file={{ _id: id, ...found }} />
          </div>
        )}
      </Read>
    </section>
  );
}
