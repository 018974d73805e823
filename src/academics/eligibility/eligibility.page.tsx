import { ChevronDown } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { LinkButton } from "#kit/buttons.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { Read, useRead } from "#kit/read.web.tsx";
import { Link } from "#kit/router.web.tsx";
import { CardBones, EmptyState } from "#kit/states.web.tsx";
import { listEligibility, type ProgrammeEligibility, type Verdict } from "./eligibility.contract.ts";

/** The applicant's results held against every programme that takes applicants. */
export function QualifyPage() {
  const eligibility = useRead(listEligibility);
  return (
    <>
      <PageHeading
        title="Do I qualify?"
        subtitle="Your O-Level results against what each programme asks for. This is advice: the college decides"
      />
      <Read from={eligibility} waiting={<CardBones />}>
        {(list) =>
          list.some(({ verdict }) => verdict.standing === "untyped") ? <Untyped /> : <Standings list={list} />
        }
      </Read>
    </>
  );
}

const Untyped = () => (
  <EmptyState
    title="No results yet"
    text="Add your O-Level results first, then we can tell which programmes you qualify for."
  >
    <LinkButton to="/app/olevelresult">Add your O-Level results</LinkButton>
  </EmptyState>
);

interface Group {
  readonly title: string;
  readonly standing: Verdict["standing"];
  /** Shown without a tap. */
  readonly open: boolean;
  /** What a row of the group says, when its programme's name is not enough. */
  words(verdict: Verdict): string;
}

const groups: readonly Group[] = [
  { title: "You qualify", standing: "qualifies", open: true, words: () => "" },
  { title: "Nearly: one subject is missing", standing: "nearly", open: true, words: ({ sentence }) => sentence },
  { title: "More is missing", standing: "short", open: false, words: ({ sentence }) => sentence },
  { title: "Entry rules not published", standing: "unpublished", open: false, words: () => "" },
];

function Standings({ list }: { list: readonly ProgrammeEligibility[] }) {
  const [typed, setTyped] = useState("");
  const sought = useDeferredValue(typed);
  const found = list.filter((one) => isFound(one, sought));
  const shown = groups.map((group) => ({
    group,
    members: found.filter(({ verdict }) => verdict.standing === group.standing),
  }));
  const qualifying = list.filter(({ verdict }) => verdict.standing === "qualifies").length;
  return (
    <div className="grid gap-6">
      <div>
        {qualifying > 0 ? (
          <>
            <p className="font-semibold text-large">
              You qualify for {qualifying} of {list.length} programmes on what you have typed
            </p>
            <p className="mt-1">Choose one to see its fee and pay.</p>
          </>
        ) : (
          <NoneYet />
        )}
      </div>
      <div className="max-w-md">
        <label htmlFor="programme-sought" className="mb-1 block font-semibold">
          Search programmes
        </label>
        <input
          id="programme-sought"
          type="search"
          className="control"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className={sought ? "mt-1 text-small text-soft" : "sr-only"}>
          {sought && (found.length > 0 ? `${found.length} found` : "Nothing found. Try another word")}
        </p>
      </div>
      {shown.map(
        ({ group, members }) =>
          members.length > 0 && (
            // A search opens every group that has something.
            <details key={group.standing} open={group.open || sought !== ""} className="group">
              <summary className="flex min-h-11 cursor-pointer items-center gap-3 border-edge border-b py-2">
                <ChevronDown aria-hidden className="size-5 shrink-0 group-open:[transform:rotate(180deg)]" />
                <h2 className="text-large">
                  {group.title} ({members.length})
                </h2>
              </summary>
              <ul className="grid sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-3">
                {members.map((one) => (
                  <Row key={one._id} one={one} words={group.words(one.verdict)} />
                ))}
              </ul>
            </details>
          ),
      )}
    </div>
  );
}

function NoneYet() {
  return (
    <>
      <p className="font-semibold text-large">
        On the results you have typed you do not qualify for any programme yet.
      </p>
      <p className="mt-1">Add every subject on your result slip, or a second sitting, before you pay.</p>
      <p className="flex flex-wrap gap-x-6">
        <Link to="/app/olevelresult" className="link inline-flex min-h-11 items-center">
          Add a subject
        </Link>
        <Link to="/app/olevel" className="link inline-flex min-h-11 items-center">
          Add a sitting
        </Link>
      </p>
    </>
  );
}

function isFound({ award, name, college }: ProgrammeEligibility, sought: string): boolean {
  const text = `${award} ${name} ${college}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The whole row leads to paying for the programme. */
function Row({ one, words }: { one: ProgrammeEligibility; words: string }) {
  return (
    <li className="relative border-line border-b py-3 hover:bg-sunk">
      <h3 className="font-sans text-base">
        <Link to={`/app/pay?programme=${one._id}`} className="link after:absolute after:inset-0">
          {programmeTitle(one)}
        </Link>
      </h3>
      <p className="text-small text-soft">{one.college}</p>
      {words && <p className="mt-1">{words}</p>}
    </li>
  );
}
