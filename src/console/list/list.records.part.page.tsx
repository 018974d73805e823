import { Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { CallFailure } from "#kit/call/call.web.ts";
import { Unread } from "#kit/call/read.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { ConsoleHeading } from "../heading/heading.console.part.page.tsx";
import { useKeys } from "../keys/keys.press.part.page.tsx";
import type { Row } from "../record/record.contract.ts";
import { NoAccess, useRight } from "../rights/rights.given.part.page.tsx";
import { type Listed, useAsked, useListPage } from "./list.asked.part.page.tsx";
import { BulkBar, type Picked, StatusSwitches } from "./list.bulk.part.page.tsx";
import { ColumnChoice } from "./list.column-choice.part.page.tsx";
import { NothingThere } from "./list.empty.part.page.tsx";
import { FileButtons } from "./list.files.part.page.tsx";
import { Filters } from "./list.filters.part.page.tsx";
import { rowKeys } from "./list.keys.part.page.tsx";
import { Order } from "./list.order.part.page.tsx";
import { Pager } from "./list.pager.part.page.tsx";
import type { Query } from "./list.query.contract.ts";
import { SearchBox } from "./list.search.part.page.tsx";
import { useSelection } from "./list.selection.part.page.tsx";
import { RowBones, Table } from "./list.table.part.page.tsx";
import { SavedViews } from "./list.views.part.page.tsx";

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
  return <span className="figures text-soft">{of.toLocaleString("en-NG")}</span>;
}
