import { ChevronDown } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { Read, useCalmRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { COLLEGE_DECIDES, isEntered, listEligibility, readEligibility, type Verdict } from "./eligibility.contract.ts";

const looks = { qualifies: "good", nearly: "warn", short: "warn", untyped: "info", unpublished: "info" } as const;

/** Whether the typed results do for the programme, and for which others. Who knows it may pay all the same. */
export function Advice({ programme }: { programme: string }) {
  const eligibility = useCalmRead(readEligibility, { programmeId: programme });
  if (eligibility.error) return <p className="text-small text-soft">The entry rules could not be read just now.</p>;
  return (
    <Read from={eligibility} waiting={<div className="bone h-24" />}>
      {({ verdict: { standing, sentence }, asks, also, modes, awaited }) => (
        <div className="grid gap-3">
          <Alert look={looks[standing]}>
            <p className="font-semibold">{sentence}</p>
            {also && <p className="mt-1">{also}</p>}
            {awaited && <p className="mt-1">{awaited}.</p>}
            {modes
              .filter((mode) => !sentence.includes(mode.sentence))
              .map((mode) => (
                <p key={mode.mode} className="mt-1">
                  {mode.mode}: {mode.sentence}.
                </p>
              ))}
            {!isEntered(standing) && <Instead />}
            {standing !== "qualifies" && <p className="mt-1">{COLLEGE_DECIDES}.</p>}
            {!isEntered(standing) && <p className="mt-1">If you want that, press “I know, go on” below.</p>}
            {standing === "untyped" && modes.length === 0 && (
              <Link to="/app/olevelresult" className="link inline-flex min-h-11 items-center">
                Add your O-Level results
              </Link>
            )}
            {modes.map(({ mode, standing }) =>
              standing === "untyped" ? (
                <Link key={mode} to={pagesOf[mode]} className="link mr-6 inline-flex min-h-11 items-center">
                  {mode === "Direct Entry" ? "Add your A-Level result" : "Add your UTME result"}
                </Link>
              ) : null,
            )}
          </Alert>
          {asks.length > 0 && (
            <details className={box}>
              <Summary>What this programme asks for</Summary>
              <div className="grid gap-2 px-4 pb-3">
                {asks.map((sentence) => (
                  <p key={sentence}>{sentence}.</p>
                ))}
              </div>
            </details>
          )}
        </div>
      )}
    </Read>
  );
}

const pagesOf = { "JAMB UTME": "/app/utme", "Direct Entry": "/app/alevel", Transfer: "/app/alevel" } as const;

const FEW = 3;

/** Names programmes that the typed results do for. */
function Instead() {
  const titles = useQualifying().map(programmeTitle);
  if (titles.length === 0) return null;
  const more = titles.length > FEW ? `, and ${titles.length - FEW} more below` : "";
  return (
    <p className="mt-1">
      What you have typed does for: {titles.slice(0, FEW).join("; ")}
      {more}.
    </p>
  );
}

const useQualifying = () =>
  (useCalmRead(listEligibility).data ?? []).filter(({ verdict }) => verdict.standing === "qualifies");

/** What is said of a programme by what is typed; null while nobody can say, undefined until it is read. */
export function useVerdictOn(programme: string): Verdict | null | undefined {
  const { data, error } = useCalmRead(listEligibility);
  if (error) return null;
  return data && (data.find(({ _id }) => _id === programme)?.verdict ?? null);
}

interface QualifyingParts {
  /** Programme that is chosen now; empty for none. */
  readonly chosen: string;
  onChoose(programme: string): void;
}

/** The programmes that the typed results do for, to choose one of them. Nothing where there is none. */
export function Qualifying({ chosen, onChoose }: QualifyingParts) {
  const details = useRef<HTMLDetailsElement>(null);
  const list = useQualifying();
  if (list.length === 0) return null;
  const choose = (programme: string) => {
    onChoose(programme);
    if (!details.current) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  };
  return (
    <details ref={details} className={box}>
      <Summary>Programmes you qualify for ({list.length})</Summary>
      <ul className="max-h-[300px] overflow-y-auto border-line border-t">
        {list.map((one) => (
          <li key={one._id} className="border-line border-b last:border-b-0">
            <button
              type="button"
              aria-pressed={one._id === chosen}
              className="min-h-11 w-full cursor-pointer px-4 py-2 text-left hover:bg-sunk"
              onClick={() => choose(one._id)}
            >
              <span className={one._id === chosen ? "block font-semibold" : "block"}>{programmeTitle(one)}</span>
              <span className="block text-small text-soft">{one.college}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const box = "group rounded-control border border-line";

const Summary = ({ children }: { children: ReactNode }) => (
  <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 py-2 font-semibold">
    <span>{children}</span>
    <ChevronDown aria-hidden className="size-5 shrink-0 group-open:[transform:rotate(180deg)]" />
  </summary>
);
