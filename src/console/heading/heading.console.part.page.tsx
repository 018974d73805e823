import type { ReactNode } from "react";
import { useTitle } from "#kit/page/heading.web.tsx";

interface HeadingParts {
  readonly title: string;
  /** Beside the title, such as a count or a badge. */
  readonly note?: ReactNode;
  /** What can be done here; stands to the right. */
  readonly children?: ReactNode;
}

/** The page's one first heading; it names the browser's tab too. */
export function ConsoleHeading({ title, note, children }: HeadingParts) {
  useTitle(title);
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="min-w-0 text-title">{title}</h1>
        {note}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
