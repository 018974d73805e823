import { useMemo } from "react";
import { type Listed, useAsked, useListPage } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { type Way, wayIn } from "#console/list/list.rules.ts";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { SubmittedResults } from "../review/review.results.part.page.tsx";
import { readDesk, readResults, recommendations } from "./recommendation.contract.ts";
import { DecisionDeeds } from "./recommendation.deeds.page.tsx";
import { DecisionLines } from "./recommendation.in-file.part.page.tsx";
import { decisionStandings } from "./recommendation.rules.ts";

interface ChosenParts {
  readonly of: Listed;
  readonly picked: Picked;
  /** Whether the college asks for countersignatures. */
  readonly asked: boolean;
  /** When the desk was read. */
  readonly now: string;
}

function ChosenDeeds({ of, picked, asked, now }: ChosenParts) {
  const { query } = useAsked(of);
  const page = useListPage(of, query).data;
  const { ids } = picked.chosen;
  // Of rows on other pages only the filters tell.
  const seen = ids ? (page?.list ?? []).filter(({ _id }) => ids.includes(_id)) : [];
  const alike = (name: "state" | "answer") => query.filters[name] ?? one(seen.map((row) => String(row[name] ?? "")));
  const standing = decisionStandings.find((known) => known === alike("state"));
  if (!standing)
    return (
      <p className="self-center text-small text-soft">
        {ids ? "Select applications that stand alike" : "Choose above where they stand first"}
      </p>
    );
  const named = asCount(picked.chosen.count, "application");
  // Of rows on other pages the time tells when they were looked at last.
  const latest = seen
    .map((row) => String(row.decidedAt ?? ""))
    .sort()
    .at(-1);
  const seenAt = (seen.length === ids?.length && latest) || now;
  return (
    <DecisionDeeds
      picked={{ ...picked, named }}
      standing={standing}
      answer={alike("answer") ?? ""}
      seenAt={seenAt}
      asked={asked}
    />
  );
}

/** What all of them are; undefined where they differ. */
const one = (found: readonly string[]): string | undefined => (new Set(found).size === 1 ? found[0] : undefined);

type Desk = Replied<typeof readDesk>;

function DeskTabs({ desk }: { desk: Desk | undefined }) {
  const { search } = useLocation();
  const held = new URLSearchParams(search);
  const tabs = desk ? tabsOf(desk) : [];
  return (
    <nav aria-label="Where they stand" className="views min-h-9">
      {tabs.map(({ name, count, state, answer }) => (
        <Link
          key={name}
          to={`${recommendations.link}?${new URLSearchParams({ ...(answer && { answer }), ...(state && { state }) })}`}
          className="tab"
          aria-current={
            (held.get("state") ?? "") === state && (held.get("answer") ?? "") === answer ? "page" : undefined
          }
        >
          {name}
          <span className="figures text-soft">{asFigure(count)}</span>
        </Link>
      ))}
    </nav>
  );
}

interface Tab {
  readonly name: string;
  readonly count: number;
  /** Empty for any. */
  readonly state: string;
  /** Empty for any. */
  readonly answer: string;
}

function tabsOf({ asked, checked, recommended, notrecommended, unanswered, sentback }: Desk): readonly Tab[] {
  return [
    { name: "To decide", count: checked, state: "Checked", answer: "" },
    { name: "Recommended", count: recommended, state: "Recommended", answer: "" },
    { name: "Not recommended", count: notrecommended, state: "Not recommended", answer: "" },
    ...(asked ? [{ name: "For the dean", count: unanswered, state: "Recommended", answer: "Not yet" }] : []),
    ...(asked && sentback > 0 ? [{ name: "Sent back", count: sentback, state: "", answer: "Sent back" }] : []),
  ];
}

function FileDeeds({ row, asked }: { row: Row; asked: boolean }) {
  const reread = useReread();
  const standing = decisionStandings.find((known) => known === row.state);
  if (!standing) return null;
  const picked = { chosen: { ids: [row._id], count: 1 }, named: row._title, done: reread };
  return (
    <div className="deed-bar">
      <DecisionDeeds
        picked={picked}
        standing={standing}
        answer={String(row.answer ?? "")}
        seenAt={String(row.decidedAt ?? "")}
        asked={asked}
      />
    </div>
  );
}

const BesidePapers = opened(() => import("./recommendation.papers.page.tsx").then((part) => part.BesidePapers));

interface JudgedParts {
  readonly application: string;
  readonly name: string;
}

/** Which subjects were passed with what, and which is missing; for who decides beside the slip. */
function JudgedResults({ application, name }: JudgedParts) {
  const decides = [useRight("recommendations.change"), useRight("recommendations.approve")].includes(true);
  return decides ? <BesidePapers application={application} name={name} /> : <ResultsAlone application={application} />;
}

function ResultsAlone({ application }: Pick<JudgedParts, "application">) {
  const read = useRead(readResults, { id: application });
  return (
    <Read from={read} waiting={<Waiting />}>
      {(found) => (
        <div className="max-w-3xl">
          <SubmittedResults file={found} />
        </div>
      )}
    </Read>
  );
}

const Waiting = () => <div className="bone late h-40" />;

/** What waits for a head of department, what was decided, and what a dean says to it. */
export function RecommendationsPage() {
  const { pathname, state } = useLocation();
  const way = wayIn(state);
  const desk = useRead(readDesk).data;
  const asked = desk?.asked ?? false;
  const mayOpenFiles = useRight("applications");
  const of = useMemo(() => shownTo(asked), [asked]);
  if (matched(`${recommendations.link}/:id`, pathname)?.id)
    return (
      <ListingScreens
        of={of}
        deeds={(row) => (
          <>
            {mayOpenFiles && (
              <Link to={`/staff/applications/${row._id}`} state={onThisPage(way)} className="button button-quiet">
                Open the file
              </Link>
            )}
            <FileDeeds row={row} asked={asked} />
          </>
        )}
        first={(row) => <JudgedResults application={row._id} name={String(row.name)} />}
      >
        {(row) => <DecisionLines application={row._id} />}
      </ListingScreens>
    );
  return (
    <RecordList
      of={of}
      addAt={null}
      chosenDeeds={(picked) => <ChosenDeeds of={of} picked={picked} asked={asked} now={desk?.now ?? ""} />}
    >
      <DeskTabs desk={desk} />
    </RecordList>
  );
}

/** The files of the rows that one came from: on beyond them goes the list of recommendations alone. */
const onThisPage = (way: Way | null) => (way ? { from: { ...way, next: null } } : undefined);

/** Newest first; without countersignatures where the college asks for none. */
function shownTo(asked: boolean) {
  const without = (names: readonly string[]) => names.filter((name) => asked || name !== "answer");
  return {
    ...recommendations,
    usual: "-createdAt",
    columns: without(recommendations.columns),
    filters: without(recommendations.filters),
  };
}
