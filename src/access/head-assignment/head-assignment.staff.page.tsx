import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { headAssignments } from "./head-assignment.contract.ts";

export const HeadsPage = () => <RecordScreens of={headAssignments} />;
