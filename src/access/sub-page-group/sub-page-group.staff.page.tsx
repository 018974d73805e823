import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { subPageGroups } from "./sub-page-group.contract.ts";

export const SubPageGroupsPage = () => <RecordScreens of={subPageGroups} />;
