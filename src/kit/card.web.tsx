import type { ReactNode } from "react";
import { Badge, type BadgeState, lookOf } from "./badge.web.tsx";
import { Link } from "./router.web.tsx";

interface CardParts {
  readonly title: string;
  /** Beside the title, such as a badge. */
  readonly beside?: ReactNode;
  /** Buttons at the foot. */
  readonly deeds?: ReactNode;
  readonly children?: ReactNode;
}

/** One record. */
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

const edges = { good: "border-l-good", info: "border-l-info", bad: "border-l-bad", plain: "border-l-edge" } as const;

interface LinkCardParts {
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  readonly state: BadgeState;
  /** What to do next there. */
  readonly hint: string;
}

/** A card that is one link, with its state at the left edge, as a sign and as a word. */
export function LinkCard({ to, title, detail, state, hint }: LinkCardParts) {
  return (
    <Link
      to={to}
      className={`card group flex min-h-16 flex-col items-start gap-2 border-l-4 p-5 hover:border-edge ${edges[lookOf(state)]}`}
    >
      <span className="flex w-full flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <span className="min-w-0">
          <span className="block font-semibold font-serif text-large group-hover:underline">{title}</span>{" "}
          <span className="block text-small text-soft">{detail}</span>
        </span>
        <Badge state={state} />
      </span>
      <span>{hint}</span>
    </Link>
  );
}
