import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { exitItems } from "./exit-item.contract.ts";

export const ExitItemsPage = () => <RecordScreens of={exitItems} />;
