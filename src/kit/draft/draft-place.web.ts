import { isSharedDevice } from "./storage.web.ts";

/** The owner of what is typed while nobody is signed in: it ends with the tab. */
export const THIS_TAB = "tab";

/** The database on the device that holds the drafts. */
export const DRAFTS = "drafts";

let owner: () => string | null = () => null;

/** Tells the forms whose drafts they keep: somebody's, this tab's, or nobody's when it is null. */
export function draftsOf(given: () => string | null): void {
  owner = given;
}

export const draftOwner = (): string | null => owner();

/** Where a draft has its place; null where none may be kept: without a name, an owner, or a device of one's own. */
export function placeOfDraft(name: string | null): string | null {
  const whose = owner();
  return name !== null && whose !== null && !isSharedDevice() ? `${whose}/${name}` : null;
}
