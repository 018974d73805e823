import { createContext, type ReactNode, use, useEffect } from "react";

let site = "";

/** What stands behind each page's title in the browser's tab. */
export const nameSite = (name: string): void => {
  site = name;
};

export const titleOf = (title: string, name = site): string => (name ? `${title} · ${name}` : title);

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = titleOf(title);
  }, [title]);
}

interface HeadingParts {
  readonly title: string;
  readonly subtitle?: string;
  readonly children?: ReactNode;
}

/** What stands above the heading of every page of an area. It is read after it. */
export const HeadingNote = createContext<ReactNode>(null);

/** The page's one first heading; it names the browser's tab too. */
export function PageHeading({ title, subtitle, children }: HeadingParts) {
  useTitle(title);
  const note = use(HeadingNote);
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-title">{title}</h1>
        {subtitle && <p className="mt-1 max-w-prose text-soft">{subtitle}</p>}
      </div>
      {children}
      {note && <div className="order-first w-full">{note}</div>}
    </div>
  );
}
