import type { Figure, Waiting } from "./staff-dashboard.contract.ts";

/** How something that waits is told of, and the way to it. */
export interface Words {
  readonly one: string;
  /** After the number. */
  readonly many: string;
  readonly deed: string;
  readonly link: string;
}

/** The line of the dashboard about so many; none where nothing waits. */
export function sentenceOf({ one, many, deed, link }: Words, count: Figure["total"]): Waiting[] {
  if (count === 0) return [];
  return [{ sentence: count === 1 ? one : `${count.toLocaleString("en-NG")} ${many}`, deed, link }];
}
