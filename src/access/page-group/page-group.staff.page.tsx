import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { pageGroups } from "./page-group.contract.ts";

export const PageGroupsPage = () => <RecordScreens of={pageGroups} />;
