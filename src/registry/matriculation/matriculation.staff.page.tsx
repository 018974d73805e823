import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice } from "#console/record/record.contract.ts";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { matriculationCounters, matriculations } from "./matriculation.contract.ts";

const newestFirst = { ...matriculations, usual: "-createdAt" };

/** Every number that was given; each leads to its student. */
export const MatriculationPage = () => (
  <RecordList
    of={newestFirst}
    addAt={null}
    openAt={({ student }) => `/staff/students/${(student as Choice)._id}`}
    beside={
      <Link to={matriculationCounters.link} className="button button-quiet">
        How they are counted
      </Link>
    }
  />
);

export const MatricCountersPage = () => <RecordScreens of={matriculationCounters} />;
