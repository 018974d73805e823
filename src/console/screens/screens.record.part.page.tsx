import type { ReactNode } from "react";
import { matched } from "#kit/call/address.web.ts";
import { useLocation } from "#kit/page/router.web.tsx";
import { RecordList } from "../list/list.records.part.page.tsx";
import type { AnyRecord, Row } from "../record/record.contract.ts";
import { NoAccess, useRight } from "../rights/rights.given.part.page.tsx";
import { ChangeRecord, NewRecord } from "./screens.change.part.page.tsx";
import { RecordPage } from "./screens.view.part.page.tsx";

interface ScreensParts {
  readonly of: AnyRecord;
  /** Further buttons beside the list's heading. */
  readonly beside?: ReactNode;
  /** Between the list's heading and its rows. */
  readonly above?: ReactNode;
  /** Further buttons on the page of one record. */
  readonly deeds?: (row: Row) => ReactNode;
  /** Above what one record holds: what is to be done next. */
  readonly next?: (row: Row) => ReactNode;
  /** Of a register: what is written once is never deleted. */
  readonly stays?: boolean;
  /** Further sections on the page of one record. */
  readonly children?: (row: Row) => ReactNode;
}

/**
 * Every screen of a plain record, by the address: the list, a new one, one record, and its form. A noun's page is one
 * line: `export const Colleges = () => <RecordScreens of={colleges} />`.
 */
export function RecordScreens({ of, beside, above, deeds, next, stays = false, children }: ScreensParts) {
  const { pathname } = useLocation();
  const mayChange = useRight(`${of.page}.change`);
  const at = (pattern: string) => matched(`${of.link}${pattern}`, pathname);
  if (at("/new")) return mayChange ? <NewRecord of={of} /> : <NoAccess name={`${of.many}: add`} />;
  const changed = at("/:id/edit")?.id;
  if (changed)
    return mayChange ? <ChangeRecord key={changed} of={of} id={changed} /> : <NoAccess name={`${of.many}: change`} />;
  const shown = at("/:id")?.id;
  if (shown)
    return (
      <RecordPage key={shown} of={of} id={shown} deeds={deeds} next={next} stays={stays}>
        {children}
      </RecordPage>
    );
  return (
    <RecordList of={of} beside={beside}>
      {above}
    </RecordList>
  );
}
