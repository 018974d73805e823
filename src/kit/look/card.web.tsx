import type { ReactNode } from "react";

interface CardParts {
  readonly title: ReactNode;
  /** Beside the title, such as a badge. */
  readonly beside?: ReactNode;
  /** Buttons at the foot. */
  readonly deeds?: ReactNode;
  readonly children?: ReactNode;
}

export function Card({ title, beside, deeds, children }: CardParts) {
  return (
    <article className="card keep-together flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-large">{title}</h2>
        {beside}
      </div>
      {children}
      {deeds && <div className="no-print mt-auto flex flex-wrap gap-3 pt-2">{deeds}</div>}
    </article>
  );
}

/** Cards beside each other as far as there is room. */
export function Cards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {children}
    </section>
  );
}
