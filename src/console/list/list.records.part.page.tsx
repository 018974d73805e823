import { Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { CallFailure } from "#kit/call/call.web.ts";
import { Unread } from "#kit/call/read.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { ConsoleHeading } from "../heading/heading.console.part.page.tsx";
import { useKeys } from "../keys/keys.press.part.page.tsx";
import type { Coming, Row } from "../record/record.contract.ts";
import { NoAccess, useRight } from "../rights/rights.given.part.page.tsx";
import {
  type Asked,
  type Listed,
  type ListPage,
  useAsked,
  useListPage,
  useReadAhead,
} from "./list.asked.part.page.tsx";
import { FileButtons, Order, SearchBox } from "./list.bar.part.page.tsx";
import { BulkBar, type Picked, StatusSwitches, useSelection } from "./list.bulk.part.page.tsx";
import { ColumnChoice } from "./list.columns.part.page.tsx";
import { Filters } from "./list.filters.part.page.tsx";
import { isNarrowed, type Query, whole } from "./list.rules.ts";
import { RowBones, rowKeys, Table } from "./list.table.part.page.tsx";
import { SavedViews } from "./list.views.part.page.tsx";

interface NothingParts {
  readonly of: Listed;
  readonly asked: Asked;
  /** Where one is added; null for who may not. */
  readonly adding: string | null;
}

/** Stands where rows will stand: nothing yet, or nothing that the filters leave. */
function NothingThere({ of, asked, adding }: NothingParts) {
  const { query } = asked;
  const many = of.many.toLowerCase();
  const settled = query.after === "" ? of.settled?.[whole({ ...query, sort: "" })] : undefined;
  if (settled) return <EmptyState title={settled} text="What comes next will stand here." />;
  if ((isNarrowed(query) && !asked.isUsual) || query.after !== "")
    return (
      <EmptyState title="Nothing found" text="Nothing here holds what you look for. Try other words, or fewer filters.">
        <div className="flex flex-wrap justify-center gap-2">
          {adding && <LinkButton to={adding}>Add {of.one.toLowerCase()}</LinkButton>}
          <Link to={asked.to({ q: "", filters: {} })} className="button button-quiet">
            Clear filters
          </Link>
        </div>
      </EmptyState>
    );
  return (
    <EmptyState
      title={of.none?.title ?? `No ${many} yet`}
      text={of.none?.text ?? of.comes?.text ?? "As soon as there are any, they stand here."}
    >
      <div className="flex flex-wrap justify-center gap-2">
        {adding ? (
          <LinkButton to={adding}>Add {of.one.toLowerCase()}</LinkButton>
        ) : (
          of.comes && <WhereFrom coming={of.comes} />
        )}
        {isNarrowed(query) && (
          <Link to={asked.to({ q: "", filters: {} })} className="button button-quiet">
            Look at all of them
          </Link>
        )}
      </div>
    </EmptyState>
  );
}

function WhereFrom({ coming: { at, name, right } }: { coming: Coming }) {
  if (!useRight(right)) return null;
  return (
    <Link to={at} className="button button-quiet">
      {name}
    </Link>
  );
}

/** Rows on a page. Contract 1: paged by after=. */
const PAGE = 50;

interface PagerParts {
  readonly of: Listed;
  readonly asked: Asked;
  readonly page: ListPage;
  /** Whether the page is still that of what was asked before: its next rows are not those of what is asked now. */
  readonly late: boolean;
}

/** Which rows these are, and the ways to others. */
function Pager({ of, asked, page, late }: PagerParts) {
  const ahead = useReadAhead(of);
  const { query } = asked;
  const trail = query.after === "" ? [] : asked.trail;
  const last = trail?.at(-1);
  const next = late ? null : page.next;
  const from = trail ? trail.length * PAGE + 1 : null;
  const rows = from ? `${asFigure(from)}–${asFigure(from + page.list.length - 1)}` : asFigure(page.list.length);
  return (
    <nav aria-label="Pages of the list" className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="figures text-soft">
        {rows} of {asFigure(page.total)}
      </p>
      <div className="flex gap-2">
        {query.after !== "" && (
          <Link to={asked.to({})} className="button button-quiet">
            First
          </Link>
        )}
        {last !== undefined && (
          <Link to={asked.to({ after: last })} state={{ trail: trail?.slice(0, -1) }} className="button button-quiet">
            Previous
          </Link>
        )}
        {next && (
          <Link
            to={asked.to({ after: next })}
            state={trail && { trail: [...trail, query.after] }}
            className="button button-quiet"
            onPointerEnter={() => ahead({ ...query, after: next })}
          >
            Next
          </Link>
        )}
      </div>
    </nav>
  );
}

interface ListParts {
  readonly of: Listed & { readonly calls: { readonly bulk?: AnyEndpoint; readonly import?: AnyEndpoint } };
  /** Further buttons beside the heading. */
  readonly beside?: ReactNode;
  /** Between heading and list. */
  readonly children?: ReactNode;
  /** What can be done with one row; stands at its end. */
  readonly deeds?: (row: Row) => ReactNode;
  /** What can be done with the rows that are selected, where that is more than switching them on and off. */
  readonly chosenDeeds?: ((picked: Picked) => ReactNode) | undefined;
  /** Where the screen of one record is; null where there is none. */
  readonly openAt?: ((row: Row) => string) | null;
  /** Where a new one is written; null where that is done elsewhere. */
  readonly addAt?: string | null;
}

/** Every record of a noun: searched, filtered, sorted, paged; all of it in the address. */
export function RecordList({ of, beside, children, deeds, chosenDeeds, openAt, addAt }: ListParts) {
  const asked = useAsked(of);
  const { query } = asked;
  const read = useListPage(of, query);
  const mayChange = useRight(`${of.page}.change`);
  const selection = useSelection(query);
  const table = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const adding = mayChange && addAt !== null ? (addAt ?? newOne(of, query)) : null;
  useKeys({ ...rowKeys(table), ...(adding && { n: () => navigate(adding) }) });

  if (read.error instanceof CallFailure && read.error.status === 403) return <NoAccess name={of.many} />;
  const page = read.data;
  const canSwitch = mayChange && of.calls.bulk !== undefined && of.facts.some(isStatus);
  const onChosen =
    chosenDeeds ?? (canSwitch ? (picked: Picked) => <StatusSwitches of={of} picked={picked} /> : undefined);
  return (
    <>
      <ConsoleHeading title={of.many} note={page && <Total of={page.total} />}>
        {beside}
        <FileButtons of={of} query={query} mayChange={mayChange} />
        {adding && (
          <Link to={adding} className="button">
            <Plus aria-hidden className="size-4" />
            Add {of.one.toLowerCase()}
          </Link>
        )}
      </ConsoleHeading>
      {children}
      <SavedViews of={of} asked={asked} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {of.searched && <SearchBox searched={of.searched} asked={asked} />}
        <Filters of={of} asked={asked} rows={page?.list ?? []} />
        <div className="ml-auto flex items-center gap-2">
          <Order of={of} asked={asked} />
          <ColumnChoice of={of} />
        </div>
      </div>
      {read.error && !page ? (
        <Unread failure={read.error} again={() => void read.refetch()} />
      ) : !page ? (
        <RowBones />
      ) : page.list.length === 0 ? (
        <NothingThere of={of} asked={asked} adding={adding} />
      ) : (
        <>
          <Table
            frame={table}
            of={of}
            asked={asked}
            page={page}
            late={read.isPlaceholderData}
            selection={onChosen ? selection : null}
            deeds={deeds}
            openAt={openAt === undefined ? (row) => `${of.link}/${row._id}` : openAt}
          />
          <Pager of={of} asked={asked} page={page} late={read.isPlaceholderData} />
          {onChosen && <BulkBar of={of} query={query} page={page} selection={selection} deeds={onChosen} />}
        </>
      )}
    </>
  );
}

/** The form for a new one begins with what the list is narrowed by. */
function newOne({ link }: Listed, { filters }: Query): string {
  const filled = new URLSearchParams(filters).toString();
  return filled ? `${link}/new?${filled}` : `${link}/new`;
}

const isStatus = ({ name, kind }: Listed["facts"][number]) => name === "status" && kind === "flag";

function Total({ of }: { of: number | "10,000+" }) {
  return <span className="figures text-soft">{asFigure(of)}</span>;
}
