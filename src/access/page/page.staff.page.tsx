import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { HoldersOf } from "../permission/permission.holders.part.page.tsx";
import { pages } from "./page.contract.ts";

export const PagesPage = () => <RecordScreens of={pages}>{({ _id }) => <HoldersOf page={_id} />}</RecordScreens>;
