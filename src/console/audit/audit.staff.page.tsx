import { ListingScreens } from "../listing/listing.screens.part.page.tsx";
import { auditLines } from "./audit.contract.ts";

export const AuditPage = () => <ListingScreens of={auditLines} />;
