import type { RefObject } from "react";

type Frame = RefObject<HTMLElement | null>;

const rowsIn = (frame: Frame): HTMLTableRowElement[] => [
  ...(frame.current?.querySelectorAll<HTMLTableRowElement>("tbody tr") ?? []),
];

/** The row that has the keyboard. */
const rowHere = () => document.activeElement?.closest<HTMLTableRowElement>("tbody tr") ?? null;

/** Takes the keyboard some rows further: to what opens the row, or to its first button. */
export function moveRow(frame: Frame, by: 1 | -1): void {
  const rows = rowsIn(frame);
  const here = rowHere();
  const at = here ? rows.indexOf(here) : -1;
  const next = rows[at < 0 ? 0 : Math.max(0, Math.min(at + by, rows.length - 1))];
  const place = next?.querySelector<HTMLElement>("a, button") ?? next?.querySelector<HTMLElement>("input");
  place?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

/** The keys of a list: j and k from row to row, x selects, / searches. */
export const rowKeys = (frame: Frame) => ({
  j: () => moveRow(frame, 1),
  k: () => moveRow(frame, -1),
  x: () => rowHere()?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click(),
  "/": () => document.querySelector<HTMLElement>("input[type=search]")?.focus(),
});
