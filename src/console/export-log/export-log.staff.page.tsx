import { ListingScreens } from "../listing/listing.screens.part.page.tsx";
import { exportLog } from "./export-log.contract.ts";

export const ExportsPage = () => <ListingScreens of={exportLog} />;
