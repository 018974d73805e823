import { type ReactNode, useMemo } from "react";
import { matched } from "#kit/call/address.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { type Fact, Facts } from "#kit/look/facts.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { ConsoleHeading } from "../heading/heading.console.part.page.tsx";
import { RecordList } from "../list/list.records.part.page.tsx";
import type { AnyListing, Row } from "../record/record.contract.ts";
import { asText } from "../record/record.rules.ts";
import { Neighbours } from "./screens.neighbours.part.page.tsx";
import { ReadRecord } from "./screens.read.part.page.tsx";

interface ScreensParts {
  readonly of: AnyListing;
  /** Further buttons beside the list's heading. */
  readonly beside?: ReactNode;
  /** Further buttons on the page of one row. */
  readonly deeds?: (row: Row) => ReactNode;
  /** What is looked at before everything else on the page of one row, in its whole width. */
  readonly first?: (row: Row) => ReactNode;
  /** Further sections on the page of one row. */
  readonly children?: (row: Row) => ReactNode;
}

/** Both screens of what the portal writes and people look at, by the address: the list, newest first, and one row. */
export function ListingScreens({ of, beside, deeds, first, children }: ScreensParts) {
  const { pathname } = useLocation();
  const newestFirst = useMemo(() => ({ ...of, usual: "-createdAt" }), [of]);
  const id = matched(`${of.link}/:id`, pathname)?.id;
  if (id)
    return (
      <Shown key={id} of={newestFirst} id={id} deeds={deeds} first={first}>
        {children}
      </Shown>
    );
  return <RecordList of={newestFirst} beside={beside} addAt={null} />;
}

interface ShownParts extends Pick<ScreensParts, "of"> {
  readonly id: string;
  readonly deeds: ScreensParts["deeds"] | undefined;
  readonly first: ScreensParts["first"] | undefined;
  readonly children: ScreensParts["children"] | undefined;
}

function Shown({ of, id, deeds, first, children }: ShownParts) {
  const read = useRead(of.calls.read, { id });
  return (
    <ReadRecord from={read} of={of}>
      {(answer) => {
        const row = answer as Row;
        return (
          <>
            <ConsoleHeading title={row._title}>
              <Neighbours of={of} id={id} />
              {deeds?.(row)}
            </ConsoleHeading>
            {first && <div className="mb-4">{first(row)}</div>}
            <div className="grid max-w-3xl gap-4">
              <section aria-label="What it holds" className="card px-5 py-2">
                <Facts list={heldBy(of, row)} />
              </section>
              {children?.(row)}
            </div>
          </>
        );
      }}
    </ReadRecord>
  );
}

/** What the portal did not write down, nobody was asked for: it is left out. */
const heldBy = (of: AnyListing, row: Row): readonly Fact[] =>
  of.shown
    .map((field) => ({ label: field.label, value: asText(field, row[field.name]) }))
    .filter(({ value }) => value !== "");
