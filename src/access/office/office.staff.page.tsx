import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { deanAssignments, headAssignments } from "./office.contract.ts";

export const DeansPage = () => <RecordScreens of={deanAssignments} />;

export const HeadsPage = () => <RecordScreens of={headAssignments} />;
