import type { ReactNode } from "react";

/** What stands where records will stand. */
export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="rounded-card border border-edge border-dashed px-5 py-10 text-center">
      <h2 className="text-large">{title}</h2>
      <p className="mx-auto mt-2 max-w-prose text-soft">{text}</p>
      {children && <div className="mt-5">{children}</div>}
    </div>
  );
}

const bones = ["first", "second", "third"];

/** The shape of cards that are on their way. */
export function CardBones() {
  return (
    <div aria-hidden className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {bones.map((name) => (
        <div key={name} className="card grid gap-3 p-5">
          <div className="bone h-6 w-2/3" />
          <div className="bone h-4 w-full" />
          <div className="bone h-4 w-4/5" />
        </div>
      ))}
    </div>
  );
}

interface ProgressParts {
  /** What is measured, in words: "4 of 10 sections complete". */
  readonly label: string;
  /** The same for who does not see the bar, where `label` leaves the numbers to it. */
  readonly spoken?: string;
  readonly value: number;
  readonly most: number;
}

export function Progress({ label, spoken = label, value, most }: ProgressParts) {
  return (
    <div className="grid gap-1.5">
      <p className="text-small text-soft">{label}</p>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" className="h-2.5 w-full" role="img" aria-label={spoken}>
        <rect width="100" height="2" className="fill-sunk" />
        <rect width={(100 * Math.min(value, most)) / most} height="2" className="fill-brand" />
      </svg>
    </div>
  );
}
