import { ChevronDown } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { Link } from "#kit/page/router.web.tsx";
import type { ProgrammeEligibility, Verdict } from "./eligibility.contract.ts";

interface Group {
  readonly title: string;
  readonly standing: Verdict["standing"];
  /** What a row of the group says, when its programme's name is not enough. */
  words(verdict: Verdict): string;
}

const groups: readonly Group[] = [
  { title: "You qualify", standing: "qualifies", words: () => "" },
  { title: "Nearly: one subject is missing", standing: "nearly", words: ({ sentence }) => sentence },
  { title: "More is missing", standing: "short", words: ({ sentence }) => sentence },
  { title: "Something is not typed yet", standing: "untyped", words: ({ sentence }) => sentence },
  { title: "Entry rules not published", standing: "unpublished", words: () => "" },
];

interface StandingsParts {
  readonly list: readonly ProgrammeEligibility[];
  link(one: ProgrammeEligibility): string;
  /** What to do for who qualifies for some of them. */
  readonly some: string;
  /** What stands there for who qualifies for none. */
  readonly none: ReactNode;
}

/** Where somebody stands with every programme, folded by school; a search unfolds what it finds. */
export function Standings({ list, link, some, none }: StandingsParts) {
  const [typed, setTyped] = useState("");
  const sought = useDeferredValue(typed);
  const found = list.filter((one) => isFound(one, sought));
  const qualifying = list.filter(({ verdict }) => verdict.standing === "qualifies").length;
  return (
    <div className="grid gap-6">
      <div>
        {qualifying > 0 ? (
          <>
            <p className="font-semibold text-large">
              You qualify for {qualifying} of {list.length} programmes on what you have typed
            </p>
            <p className="mt-1">{some}</p>
          </>
        ) : (
          none
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
      {groups.map((group) => {
        const members = found.filter(({ verdict }) => verdict.standing === group.standing);
        if (members.length === 0) return null;
        return (
          <section key={group.standing} aria-label={group.title}>
            <h2 className="mb-1 text-large">
              {group.title} ({members.length})
            </h2>
            <BySchool list={members} isOpen={sought !== "" || members.length <= FEW}>
              {(one) => <Row key={one._id} one={one} to={link(one)} words={group.words(one.verdict)} />}
            </BySchool>
          </section>
        );
      })}
    </div>
  );
}

/** So many need no folding. */
const FEW = 3;

interface SchoolParts<Programme> {
  readonly list: readonly Programme[];
  readonly isOpen: boolean;
  children(one: Programme): ReactNode;
}

/** Programmes folded by school, in their order. */
export function BySchool<P extends { readonly college: string }>({ list, isOpen, children }: SchoolParts<P>) {
  const schools = [...new Set(list.map(({ college }) => college))];
  return schools.map((school) => {
    const programmes = list.filter(({ college }) => college === school);
    return (
      <details key={school} open={isOpen} className="group border-line border-b">
        <summary className="flex min-h-11 cursor-pointer items-center gap-3 py-2">
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:[transform:rotate(180deg)]" />
          <span className="min-w-0 font-semibold">{school}</span>
          <span className="ml-auto text-small text-soft">{programmes.length}</span>
        </summary>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-8 pl-8">
          {programmes.map(children)}
        </ul>
      </details>
    );
  });
}

function isFound({ award, name, college }: ProgrammeEligibility, sought: string): boolean {
  const text = `${award} ${name} ${college}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Row({ one, to, words }: { one: ProgrammeEligibility; to: string; words: string }) {
  return (
    <li className="relative border-line border-t py-3 hover:bg-sunk">
      <Link to={to} className="link after:absolute after:inset-0">
        {programmeTitle(one)}
      </Link>
      {words && <p className="mt-1 text-small">{words}</p>}
    </li>
  );
}
