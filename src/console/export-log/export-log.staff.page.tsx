import { ListingScreens } from "../screens/screens.listing.part.page.tsx";
import { exportLog } from "./export-log.contract.ts";

export const ExportsPage = () => <ListingScreens of={exportLog} />;
