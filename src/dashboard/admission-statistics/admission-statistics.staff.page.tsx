import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import {
  admissionStatistics,
  makeStatistics,
  readStatisticsTerms,
  statisticsSchedules,
} from "./admission-statistics.contract.ts";
import { type Layout, layouts } from "./admission-statistics.rules.ts";

const StatisticsPaper = opened(() =>
  import("./admission-statistics.paper.part.page.tsx").then((part) => part.StatisticsPaper),
);

const newestFirst = { ...admissionStatistics, usual: "-createdAt" };
const { link } = admissionStatistics;

/** Statistics that were made, one of them with its tables, and the schedules by which they are made. */
export function AdmissionStatisticsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("admission-statistics.change");
  if (pathname.startsWith(statisticsSchedules.link))
    return <RecordScreens of={statisticsSchedules} above={<Tabs here={statisticsSchedules.link} />} />;
  const id = matched(`${link}/:id`, pathname)?.id;
  if (id) return <StatisticsPaper key={id} id={id} />;
  return (
    <RecordList of={newestFirst} addAt={null} beside={mayChange && <MakeNow />}>
      <Tabs here={link} />
    </RecordList>
  );
}

const tabs = [
  [link, "Made"],
  [statisticsSchedules.link, statisticsSchedules.many],
] as const;

const Tabs = ({ here }: { here: string }) => (
  <nav aria-label="Admission statistics" className="views">
    {tabs.map(([to, word]) => (
      <Link key={to} to={to} className="tab" aria-current={to === here ? "page" : undefined}>
        {word}
      </Link>
    ))}
  </nav>
);

function MakeNow() {
  const [asked, setAsked] = useState(false);
  const reread = useReread();
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        Make statistics now
      </button>
      {asked && <MakeDialog onHide={() => setAsked(false)} onDone={reread} />}
    </>
  );
}

function MakeDialog({ onHide, onDone }: { onHide(): void; onDone(): Promise<void> }) {
  const terms = useRead(readStatisticsTerms);
  const [layout, setLayout] = useState<Layout>("NCCE");
  const [chosen, setChosen] = useState<string | null>(null);
  const session = chosen ?? terms.data?.sessions[0]?._id;
  return (
    <Confirm
      title="Make statistics of admission"
      submit="Make them"
      idle={session === undefined}
      send={(attempt) => call(makeStatistics, { body: { layout, session: session ?? "" }, attempt })}
      onHide={onHide}
      onDone={onDone}
    >
      <div className="grid gap-3">
        <p>They are counted now, and kept as they are today. Nobody gets a mail.</p>
        <label className="grid gap-1">
          Layout
          <select className="control" value={layout} onChange={({ target }) => setLayout(target.value as Layout)}>
            {layouts.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <Read from={terms} waiting={<div className="bone h-12" />}>
          {({ sessions }) => (
            <label className="grid gap-1">
              Session
              <select className="control" value={session} onChange={({ target }) => setChosen(target.value)}>
                {sessions.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </Read>
      </div>
    </Confirm>
  );
}
