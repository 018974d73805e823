import { type ReactNode, useId } from "react";
import { Link, type LinkParts } from "../page/router.web.tsx";

/** With a `target` the browser itself goes there. */
export function LinkButton(parts: Pick<LinkParts, "to" | "target" | "children">) {
  return <Link {...parts} className="button" />;
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
