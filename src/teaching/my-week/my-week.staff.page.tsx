import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { endStaffFeed, makeStaffFeed, readStaffWeek } from "./my-week.contract.ts";
import { WeekView } from "./my-week.view.part.page.tsx";

/** `/staff/my-week`. */
export function MyWeekPage() {
  const read = useRead(readStaffWeek);
  return (
    <>
      <ConsoleHeading title="My week" />
      <Read from={read} waiting={<CardBones />}>
        {(week) => (
          <WeekView
            week={week}
            examinations="Examinations you invigilate"
            empty="No class that you teach has a time yet. Ask whoever makes the timetable."
            makeFeed={(attempt) => call(makeStaffFeed, { body: {}, attempt })}
            endFeed={(attempt) => call(endStaffFeed, { body: {}, attempt })}
          />
        )}
      </Read>
    </>
  );
}
