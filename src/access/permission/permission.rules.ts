interface Page {
  readonly _id: string;
  readonly key: string | null;
  readonly name: string;
}

/** A page with the right to change what stands on it, as far as each is there. */
export interface PagePair<P extends Page = Page> {
  readonly name: string;
  readonly opens: P | null;
  readonly changes: P | null;
}

const CHANGE = ".change";

/** Pages in their order, each with its right to change beside it. A right to change alone is a pair without a page. */
export function pairsIn<P extends Page>(pages: readonly P[]): PagePair<P>[] {
  const changing = new Map(pages.flatMap((page) => (page.key?.endsWith(CHANGE) ? [[page.key, page] as const] : [])));
  return pages.flatMap((page): PagePair<P>[] => {
    const { key, name } = page;
    if (!key?.endsWith(CHANGE)) return [{ name, opens: page, changes: changing.get(`${key}${CHANGE}`) ?? null }];
    const isAlone = !pages.some((other) => other.key === key.slice(0, -CHANGE.length));
    return isAlone ? [{ name, opens: null, changes: page }] : [];
  });
}
