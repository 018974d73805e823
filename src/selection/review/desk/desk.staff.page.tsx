import { type ReactNode, useMemo } from "react";
import { heldOf } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { FilePage } from "../file/file.page.tsx";
import { deskTabs, readDesk, reviews } from "../review.contract.ts";
import type { ReviewFile } from "../review.file.contract.ts";

function DeskTabs() {
  const { search } = useLocation();
  const { data } = useRead(readDesk);
  const { me } = useGiven();
  const tabs = [
    ...deskTabs.map(({ name, key, filter, value }) => ({ name, key, way: `${filter}=${value}` })),
    { name: "Mine", key: "mine" as const, way: `takenby=${me._id}` },
  ];
  const here = heldOf(
    tabs.map(({ way }) => way),
    search,
  );
  return (
    <nav aria-label="What waits" className="views min-h-9">
      {tabs.map(({ name, key, way }) => (
        <Link key={key} to={`${reviews.link}?${way}`} className="tab" aria-current={way === here ? "page" : undefined}>
          {name}
          <span className="figures text-soft">{data?.[key].toLocaleString("en-NG") ?? ""}</span>
        </Link>
      ))}
    </nav>
  );
}

const ChosenDeeds = opened(() => import("./desk.chosen.page.tsx").then((part) => part.ChosenDeeds));

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
