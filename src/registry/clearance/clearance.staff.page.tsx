import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { clearanceFiles } from "./clearance.contract.ts";

export const ClearancePage = () => <ListingScreens of={clearanceFiles} />;
