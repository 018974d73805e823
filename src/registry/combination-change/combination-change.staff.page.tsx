import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { combinationChanges } from "./combination-change.contract.ts";

const Before = opened(() => import("./combination-change.standing.part.page.tsx").then((part) => part.Before));
const Deeds = opened(() => import("./combination-change.standing.part.page.tsx").then((part) => part.Deeds));

/** Who asks for another combination, whose turn it is, and one of them. */
export const CombinationChangesPage = () => (
  <ListingScreens of={combinationChanges} deeds={(row) => <Deeds row={row} />} first={(row) => <Before row={row} />} />
);
