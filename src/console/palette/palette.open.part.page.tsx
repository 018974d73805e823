import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { useModal } from "#kit/dialog/modal.web.ts";
import { useLeave } from "../leaving/leaving.way.part.page.tsx";
import { withQuery } from "../list/list.asked.part.page.tsx";
import { useGiven } from "../rights/rights.given.part.page.tsx";
import { searchRecords } from "./palette.contract.ts";
import { recentLinks, rememberLink } from "./palette.recent.part.page.tsx";
import { type Goal, goalsIn } from "./palette.rules.ts";

/** A dialog without a bar: what is typed stands first. */
function PaletteFrame({ onHide, children }: { onHide(): void; children: ReactNode }) {
  const modal = useModal(onHide);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      {...modal}
      className="palette"
      aria-label="Go to"
      onClick={({ target, currentTarget }) => target === currentTarget && onHide()}
    >
      {children}
    </dialog>
  );
}

interface RowParts {
  readonly id: string;
  readonly goal: Goal;
  readonly active: boolean;
  onPress(): void;
}

function GoalRow({ id, goal, active, onPress }: RowParts) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerUp={onPress}
      className={`flex cursor-pointer items-baseline justify-between gap-4 border-l-3 px-4 py-1.5 ${active ? "border-l-brand bg-sunk" : "border-l-transparent"}`}
    >
      <span className="min-w-0 truncate">{goal.name}</span>
      <span className="shrink-0 text-small text-soft">{goal.kind}</span>
    </div>
  );
}

const PAUSE_MS = 150;
const LEAST = 2;

/** Goes to any page that one may open and any record that the server finds, by typing. */
export function Palette({ onHide }: { onHide(): void }) {
  const id = useId();
  const leave = useLeave();
  const { places } = useGiven();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = useFound(typed);
  const goals = goalsIn(
    typed,
    [...places].map(([link, place]) => ({ link, ...place })),
    recentLinks(),
    (found.data ?? []).filter(({ link }) => [...places.keys()].some((page) => link.startsWith(`${page}/`))),
  );
  const go = (goal: Goal | undefined) => {
    if (!goal) return;
    onHide();
    rememberLink(goal.link);
    if (goal.link.startsWith("/")) leave(goal.link);
    else open(goal.link, "_blank", "noopener");
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, goals.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") go(goals[at]);
    else return;
    event.preventDefault();
  };
  return (
    <PaletteFrame onHide={onHide}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Go to a page or record"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={goals[at] && `${id}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Go to a page or record"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Pages and records"
        className="max-h-[min(24rem,60dvh)] overflow-y-auto py-1"
      >
        {goals.map((goal, place) => (
          <GoalRow key={goal.link} id={`${id}-${place}`} goal={goal} active={place === at} onPress={() => go(goal)} />
        ))}
      </div>
      <p role="status" className={goals.length > 0 ? "sr-only" : "px-4 pb-4 text-soft"}>
        {goals.length > 0
          ? `${goals.length} found`
          : found.isFetching
            ? "Please wait..."
            : "Nothing found. Try another word"}
      </p>
    </PaletteFrame>
  );
}

/** The records that hold the words, at a pause in typing. */
function useFound(typed: string) {
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return useQuery({
    queryKey: ["palette", words],
    queryFn: ({ signal }) => call(withQuery(searchRecords, `q=${encodeURIComponent(words)}`), { signal }),
    enabled: words.length >= LEAST,
    placeholderData: words.length >= LEAST ? keepPreviousData : undefined,
  });
}
