import { Plus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "../page/router.web.tsx";

export function LinkButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="button">
      {children}
    </Link>
  );
}

/**
 * Adds a record; stays in view at the bottom right, and comes to rest above the page's foot, in the room that the page
 * leaves there. For the pointer alone: the page has a button with the same words, which the keyboard and the reader find.
 */
export function PlusButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      title={label}
      onClick={onClick}
      className="button no-print sticky bottom-5 z-20 mt-6 -mb-20 ml-auto flex size-14 rounded-full p-0 [box-shadow:var(--shadow-lift)] sm:bottom-8"
    >
      <Plus aria-hidden className="size-7" />
    </button>
  );
}

/** A deed that cannot be done now, and why in words under it. */
export function GreyButton({ why, children }: { why: string; children: ReactNode }) {
  const id = useId();
  return (
    <span className="grid gap-1">
      <button type="button" aria-disabled aria-describedby={id} title={why} className="button justify-self-start">
        {children}
      </button>
      <span id={id} className="text-small text-soft">
        {why}
      </span>
    </span>
  );
}
