import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { examPeriods } from "./exam-timetable.contract.ts";

/** From when until when is examined. */
export const DaysOfExaminations = () => <RecordScreens of={examPeriods} />;
