import { DRAFTS, draftOwner, placeOfDraft, THIS_TAB } from "./draft-place.web.ts";
import { isSharedDevice } from "./storage.web.ts";

/** What keeps drafts. Nobody needs it for the first paint. */
const shelf = () => import("./draft-shelf.web.ts");

const PATIENCE_MS = 1_500;

/** After the page is there: brings what keeps drafts, before a connection is lost, and takes away what is too old. */
export function readyDrafts(): void {
  addEventListener("load", () => {
    if (isSharedDevice()) return;
    import("./draft-form.web.tsx").catch(() => undefined);
    shelf()
      .then(({ sweepDrafts }) => sweepDrafts())
      .catch(() => undefined);
  });
}

/** Takes one draft away: what was typed has been sent by another form. */
export function forgetDraft(name: string): void {
  const place = placeOfDraft(name);
  if (place) void shelf().then(({ keepDraft }) => keepDraft(place, null));
}

export async function unsentDrafts(): Promise<readonly { readonly name: string; readonly at: number }[]> {
  const place = placeOfDraft("");
  if (!place) return [];
  return shelf().then(
    ({ draftsBelow }) => draftsBelow(place),
    () => [],
  );
}

/**
 * Leaves nothing of an owner's drafts on the device. Waits for it, but not for a browser that never answers. Whoever ends a
 * sign-in asks before, while the owner is known, and once more after: until it has ended another tab may keep some.
 */
export async function forgetDrafts(owner = draftOwner()): Promise<void> {
  if (owner === null || owner === THIS_TAB) return;
  const forgotten = shelf()
    .then(({ forgetDraftsOf }) => forgetDraftsOf(owner))
    // What would find this owner's could not be fetched: better all of them than one too many.
    .catch(() => void indexedDB.deleteDatabase(DRAFTS))
    .catch(() => undefined);
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
