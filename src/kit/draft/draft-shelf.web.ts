import { createStore, delMany, entries, get, promisifyRequest } from "idb-keyval";
import { DRAFTS, draftOwner, THIS_TAB } from "./draft-place.web.ts";

/** What was typed, when, and what stood there before. */
export interface Draft<Typed> {
  readonly at: number;
  readonly typed: Typed;
  readonly begun: Typed;
  /** The try whose answer has not come. */
  readonly attempt?: Attempt;
}

/** One try to send, which stays the same try as long as the same is sent. */
export interface Attempt {
  /** What is sent, as text. */
  readonly of: string;
  /** Its idempotency key. */
  readonly key: string;
}

const LONGEST_MS = 7 * 24 * 60 * 60 * 1000;

const device = createStore(DRAFTS, DRAFTS);
const inTab = (place: string) => place.startsWith(`${THIS_TAB}/`);
const isOld = ({ at }: Draft<unknown>) => Date.now() - at > LONGEST_MS;

/** The draft at this place; undefined when there is none, when it is too old, or when the browser keeps nothing. */
export async function readDraft<Typed>(place: string): Promise<Draft<Typed> | undefined> {
  try {
    const found: Draft<Typed> | null | undefined = inTab(place)
      ? JSON.parse(sessionStorage.getItem(place) ?? "null")
      : await get(place, device);
    return found && !isOld(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft, or takes it away when it is null. A browser that is full or keeps nothing is no trouble of the writer's. */
export async function keepDraft(place: string, draft: Draft<unknown> | null): Promise<void> {
  const whose = ownerOf(place);
  if (draft && gone.has(whose) && draftOwner() !== whose) return;
  try {
    if (!inTab(place)) await changed((store) => (draft ? store.put(draft, place) : store.delete(place)));
    else if (draft) sessionStorage.setItem(place, JSON.stringify(draft));
    else sessionStorage.removeItem(place);
  } catch {}
}

/** Those who signed out while this page was open: nothing more of theirs is kept, unless they sign in again on it. */
const gone = new Set<string>();
const ownerOf = (place: string) => place.slice(0, place.indexOf("/"));

// Another tab may still hold what somebody typed who signs out in this one.
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(DRAFTS) : null;
tabs?.addEventListener("message", ({ data }) => gone.add(String(data)));

/** Leaves nothing of an owner's on the device nor in the tab, and keeps nothing more of it while this page is open. */
export async function forgetDraftsOf(owner: string): Promise<void> {
  gone.add(owner);
  tabs?.postMessage(owner);
  if (await isThere()) await changed((store) => store.delete(IDBKeyRange.bound(`${owner}/`, `${owner}/\uffff`)));
  for (const place of Object.keys(sessionStorage).filter(inTab)) sessionStorage.removeItem(place);
}

/** Committed at once: a page that goes does not live to see its requests answered. */
const changed = (change: (store: IDBObjectStore) => void): Promise<void> =>
  device("readwrite", (store) => {
    change(store);
    store.transaction.commit?.();
    return promisifyRequest(store.transaction);
  });

/** Takes away what is older than seven days, whoever's it is. */
export async function sweepDrafts(): Promise<void> {
  if (!(await isThere())) return;
  const all = await entries<string, Draft<unknown>>(device);
  await delMany(
    all.filter(([, draft]) => isOld(draft)).map(([place]) => place),
    device,
  );
}

/** The drafts whose places begin so, by the rest of it. */
export async function draftsBelow(place: string): Promise<readonly { readonly name: string; readonly at: number }[]> {
  const all = await isThere().then(
    (there) => (there ? entries<string, Draft<unknown>>(device) : []),
    () => [],
  );
  return all
    .filter(([at, draft]) => at.startsWith(place) && !isOld(draft))
    .map(([at, draft]) => ({ name: at.slice(place.length), at: draft.at }));
}

/** Asking for a database makes it, and where nothing was kept there shall be none. */
async function isThere(): Promise<boolean> {
  const all = await indexedDB.databases?.();
  return all?.some(({ name }) => name === DRAFTS) ?? true;
}
