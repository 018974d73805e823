import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { clearanceItems } from "./clearance-item.contract.ts";

export const ClearanceItemsPage = () => <RecordScreens of={clearanceItems} />;
