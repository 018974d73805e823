import { readyDrafts } from "#kit/draft/draft.web.ts";
import { draftsOf, THIS_TAB } from "#kit/draft/draft-place.web.ts";
import { isOthers, isSignedIn, storedOfUser } from "./storage.web.ts";

/** Drafts belong to who is signed in; what somebody types who is not, such as a registration, to the tab. */
export function ownDrafts(): void {
  draftsOf(() => {
    if (isOthers()) return null;
    return isSignedIn() ? storedOfUser("_id") : THIS_TAB;
  });
  readyDrafts();
}
