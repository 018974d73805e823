import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { reviewItems } from "./tick-list.contract.ts";

export const ReviewItemsPage = () => <RecordScreens of={reviewItems} />;
