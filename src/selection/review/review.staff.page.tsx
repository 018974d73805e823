import { type ReactNode, useMemo } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { reviews } from "./review.contract.ts";
import { DeskTabs } from "./review.desk.page.tsx";
import type { ReviewFile } from "./review.file.contract.ts";
import { FilePage } from "./review.file.page.tsx";

const ChosenDeeds = opened(() => import("./review.chosen.page.tsx").then((part) => part.ChosenDeeds));

interface ScreensParts {
  /** Further buttons at the head of a file. */
  readonly deeds?: (file: ReviewFile) => ReactNode;
  /** Further sections beside a file. */
  readonly sections?: (file: ReviewFile) => ReactNode;
}

/** The desk: every application, newest first, and one file. */
export function ApplicationsPage({ deeds, sections }: ScreensParts) {
  const { pathname } = useLocation();
  const newestFirst = useMemo(() => ({ ...reviews, usual: "-createdAt" }), []);
  const mayChange = useRight("applications.change");
  const id = matched(`${reviews.link}/:id`, pathname)?.id;
  if (id) return <FilePage key={id} of={newestFirst} id={id} deeds={deeds} sections={sections} />;
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      chosenDeeds={mayChange ? (picked: Picked) => <ChosenDeeds of={newestFirst} picked={picked} /> : undefined}
    >
      <DeskTabs />
    </RecordList>
  );
}
