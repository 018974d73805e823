import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Search } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { NoAccess } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, Unread, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { type FoundPerson, findPeople, HELP_DESK, listErasures, MOST_FOUND, readPerson } from "./help-desk.contract.ts";
import { PersonFound } from "./help-desk.person.part.page.tsx";

/** Who waits for an answer about their data; stands where nobody is looked for. */
function Erasures() {
  const waiting = useRead(listErasures);
  return (
    <Read from={waiting} waiting={null}>
      {(list) =>
        list.length === 0 ? null : (
          <section aria-labelledby="erasures" className="card border-l-4 border-l-warn pt-3 pb-1">
            <h2 id="erasures" className="px-4 text-large">
              Asked that their data be deleted
            </h2>
            <ul className="divide-y divide-line">
              {list.map(({ _id, name, at, due, overdue }) => (
                <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5">
                  <Link to={`${HELP_DESK}/${_id}`} className="link inline-block py-1">
                    {name}
                  </Link>
                  <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
                    Asked on {asDay(at)}
                    {overdue ? (
                      <WordBadge look="bad" word={`Overdue since ${asDay(due)}`} />
                    ) : (
                      <WordBadge look="info" word={`Answer by ${asDay(due)}`} />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Read>
  );
}

/** Whom some words mean; nobody is asked for none. */
const useFound = (q: string) =>
  useQuery({
    queryKey: [findPeople.path, q],
    queryFn: ({ signal }) => call(withQuery(findPeople, new URLSearchParams({ q }).toString()), { signal }),
    enabled: q !== "",
    retry: false,
    staleTime: 60_000,
  });

/** The one box. It searches when it is asked to, since each search is of people. */
function FindPerson() {
  const { search, pathname } = useLocation();
  const q = new URLSearchParams(search).get("q") ?? "";
  const [typed, setTyped] = useState(q);
  const box = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => setTyped(q), [q]);
  // At a counter the next thing is always to type.
  useEffect(() => {
    if (pathname === HELP_DESK) box.current?.focus();
  }, [pathname]);
  useKeys({ "/": () => box.current?.select() });
  const find = (event: FormEvent) => {
    event.preventDefault();
    const words = typed.trim();
    if (words) navigate(`${HELP_DESK}?q=${encodeURIComponent(words)}`, { state: { asked: true } });
  };
  return (
    <search className="mb-5 block">
      <form onSubmit={find} className="flex flex-wrap gap-2">
        <div className="search-box grow sm:max-w-xl">
          <Search aria-hidden className="size-4 shrink-0 text-soft" />
          <input
            ref={box}
            type="search"
            aria-label="Find a person"
            aria-describedby="what-finds"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <kbd aria-hidden className="key">
            /
          </kbd>
        </div>
        <button type="submit" className="button">
          Find
        </button>
      </form>
      <p id="what-finds" className="mt-1.5 text-small text-soft">
        Email address, phone number, JAMB number, RRR, application code or name
      </p>
    </search>
  );
}

/** Whom the words of the address mean. Whoever is the only one is shown at once. */
function FoundPeople() {
  const { search, state } = useLocation();
  const q = new URLSearchParams(search).get("q") ?? "";
  const found = useFound(q);
  const navigate = useNavigate();
  const only = found.data?.list.length === 1 && wasAsked(state) ? found.data.list[0] : undefined;
  useEffect(() => {
    if (only) navigate(`${HELP_DESK}/${only._id}`, { replace: true });
  }, [only, navigate]);
  if (q === "") return <Erasures />;
  if (only) return null;
  const { error, data } = found;
  if (error instanceof CallFailure && error.status === 403) return <NoAccess name="Help desk" />;
  if (error instanceof CallFailure && [429, 500].includes(error.status) && !error.reference)
    return <Alert look="bad">{error.message}</Alert>;
  if (error) return <Unread failure={error} again={() => void found.refetch()} />;
  if (!data) return <div aria-hidden className="bone late h-40 w-full" />;
  if (data.list.length === 0)
    return (
      <EmptyState
        title="Nobody found"
        text="Ask how it is spelt on the JAMB slip, or for the payment reference: an RRR has twelve digits. Who never registered is not here."
      />
    );
  return (
    <>
      <ul aria-label="People found" className="card divide-y divide-line">
        {data.list.map((one) => (
          <li key={one._id}>
            <FoundRow of={one} />
          </li>
        ))}
      </ul>
      {data.more && (
        <p className="mt-3 text-soft">These are the first {MOST_FOUND}. Type more of the name, or something else.</p>
      )}
    </>
  );
}

const wasAsked = (state: unknown): boolean => typeof state === "object" && state !== null && "asked" in state;

function FoundRow({ of: { _id, name, jamb, emailaddress, phonenumber, verified } }: { of: FoundPerson }) {
  return (
    <Link
      to={`${HELP_DESK}/${_id}`}
      className="grid min-h-12 items-center gap-x-6 gap-y-0.5 px-4 py-2 hover:bg-sunk sm:grid-cols-[minmax(0,2fr)_10rem_9rem_minmax(0,1fr)_auto_1rem]"
    >
      <span className="font-semibold">{name}</span>
      <span className="figures">{jamb}</span>
      <span className="figures text-soft">{phonenumber}</span>
      <span className="truncate text-soft">{emailaddress}</span>
      {verified ? <WordBadge look="good" word="Verified" /> : <WordBadge look="bad" word="Not verified" />}
      <ChevronRight aria-hidden className="hidden size-4 text-soft sm:block" />
    </Link>
  );
}

/** `/staff/help-desk`: one box that finds a person, and all that helps that person. */
export function HelpDeskPage() {
  const { pathname } = useLocation();
  const id = matched(`${HELP_DESK}/:id`, pathname)?.id;
  if (id) return <PersonPage key={id} id={id} />;
  return (
    <>
      <ConsoleHeading title="Help desk" />
      <FindPerson />
      <FoundPeople />
    </>
  );
}

function PersonPage({ id }: { id: string }) {
  const person = useRead(readPerson, { id });
  if (person.error instanceof CallFailure && person.error.status === 403) return <NoAccess name="Help desk" />;
  return (
    <>
      <FindPerson />
      <Read from={person} waiting={<Bones />}>
        {(found) => <PersonFound of={found} />}
      </Read>
    </>
  );
}

const Bones = () => (
  <div aria-hidden className="late grid gap-3">
    <div className="bone h-8 w-1/3" />
    <div className="bone h-64 w-full" />
  </div>
);
