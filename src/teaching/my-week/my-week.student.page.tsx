import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { endStudentFeed, makeStudentFeed, readStudentWeek } from "./my-week.contract.ts";
import { WeekView } from "./my-week.view.part.page.tsx";

const empty =
  "None of your courses has a time yet. Only courses that are registered and approved count: look at Register courses.";

/** `/student/week`. */
export function StudentWeekPage() {
  const read = useRead(readStudentWeek);
  return (
    <>
      <PageHeading title="My week" subtitle="When and where your classes and examinations are" />
      <Read from={read} waiting={<CardBones />}>
        {(week) => (
          <WeekView
            week={week}
            examinations="Your examinations"
            empty={empty}
            makeFeed={(attempt) => call(makeStudentFeed, { body: {}, attempt })}
            endFeed={(attempt) => call(endStudentFeed, { body: {}, attempt })}
          />
        )}
      </Read>
    </>
  );
}
