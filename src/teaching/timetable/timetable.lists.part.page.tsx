import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { teachingSemesters, timetableEntries } from "./timetable.contract.ts";

/** The timetable as a list, with its files. */
export const ClassesOfTheWeek = () => <RecordScreens of={timetableEntries} />;

/** From when until when is taught. */
export const DaysOfTeaching = () => <RecordScreens of={teachingSemesters} />;
