import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { deanAssignments } from "./dean-assignment.contract.ts";

export const DeansPage = () => <RecordScreens of={deanAssignments} />;
