import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { fileOpenings } from "./file-opening.contract.ts";

export const FileOpeningsPage = () => <ListingScreens of={fileOpenings} />;
