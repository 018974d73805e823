import { type ReactNode, useEffect, useRef } from "react";
import { useModal } from "#kit/dialog/modal.web.ts";
import type { Goal } from "./palette.goals.contract.ts";

/** A dialog without a bar: what is typed stands first. */
export function PaletteFrame({ onHide, children }: { onHide(): void; children: ReactNode }) {
  const modal = useModal(onHide);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      {...modal}
      className="palette"
      aria-label="Go to"
      onClick={({ target, currentTarget }) => target === currentTarget && onHide()}
    >
      {children}
    </dialog>
  );
}

interface RowParts {
  readonly id: string;
  readonly goal: Goal;
  readonly active: boolean;
  onPress(): void;
}

export function GoalRow({ id, goal, active, onPress }: RowParts) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerUp={onPress}
      className={`flex cursor-pointer items-baseline justify-between gap-4 border-l-3 px-4 py-1.5 ${active ? "border-l-brand bg-sunk" : "border-l-transparent"}`}
    >
      <span className="min-w-0 truncate">{goal.name}</span>
      <span className="shrink-0 text-small text-soft">{goal.kind}</span>
    </div>
  );
}
