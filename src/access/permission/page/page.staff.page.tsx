import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { HoldersOf } from "../permission.holders.part.page.tsx";
import { pageGroups, pages, subPageGroups } from "./page.contract.ts";

export const PagesPage = () => <RecordScreens of={pages}>{({ _id }) => <HoldersOf page={_id} />}</RecordScreens>;

export const PageGroupsPage = () => <RecordScreens of={pageGroups} />;

export const SubPageGroupsPage = () => <RecordScreens of={subPageGroups} />;
