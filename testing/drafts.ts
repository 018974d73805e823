import type { Page } from "playwright-core";

/** A draft as it lies on the device. */
export interface KeptDraft {
  /** Whose it is and of which form: `<_id>/referee`. */
  readonly place: string;
  readonly at: number;
  readonly text: string;
}

/** What a page's browser keeps of forms; looking makes no database where there is none. */
export const keptDrafts = (page: Page): Promise<KeptDraft[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "drafts")) return [];
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const opened = await answered(indexedDB.open("drafts"));
    const store = opened.transaction("drafts").objectStore("drafts");
    const [places, drafts] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())]);
    opened.close();
    return drafts.map((draft, n) => ({ place: String(places[n]), at: draft.at, text: JSON.stringify(draft) }));
  });

/** Waits until what is kept of a form holds these words. */
export async function draftHolds(page: Page, form: RegExp, words: string): Promise<void> {
  const until = Date.now() + 5_000;
  for (;;) {
    const drafts = await keptDrafts(page);
    if (drafts.some(({ place, text }) => form.test(place.slice(place.indexOf("/") + 1)) && text.includes(words)))
      return;
    if (Date.now() > until) throw new Error(`no draft of ${form} holds ${words}: ${JSON.stringify(drafts)}`);
    await page.waitForTimeout(50);
  }
}

/** Makes every draft as old as this, as if its owner had been away. */
export const ageDrafts = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate(async (by) => {
    const opening = indexedDB.open("drafts");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const change = opening.result.transaction("drafts", "readwrite");
    change.objectStore("drafts").openCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
      cursor?.update({ ...cursor.value, at: cursor.value.at - by });
      cursor?.continue();
    };
    await new Promise((resolve) => {
      change.oncomplete = resolve;
    });
    opening.result.close();
  }, milliseconds);
