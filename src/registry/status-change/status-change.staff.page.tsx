import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { statusChanges } from "./status-change.contract.ts";

export const StudentStatusPage = () => <ListingScreens of={statusChanges} />;
