import { KEPT_READS } from "../draft/storage.web.ts";
import type { AnyEndpoint, Params, Replied } from "../wire/endpoint.contract.ts";

/** The answer to a call as a device keeps it, for reading it without a connection. */
export interface KeptRead {
  /** Whose it is: another sign-in sees none of it. */
  readonly owner: string;
  readonly answer: unknown;
  /** When it was read. */
  readonly at: number;
}

/** Under which name an answer is kept. */
export const nameOfRead = (path: string, params: object | null): string =>
  `${KEPT_READS}:${path}${params ? JSON.stringify(params) : ""}`;

/** What the device itself keeps of an owner's answer to a call; null where it kept none, or had no room for it. */
export function keptRead<E extends AnyEndpoint>(
  { path }: E,
  params: Params<E["path"]>,
  owner: string | null,
): Replied<E> | null {
  try {
    // Not what the page remembers where the device has no room. On a device of others nothing is kept.
    const found = JSON.parse(localStorage.getItem(nameOfRead(path, params as object)) ?? "null") as KeptRead | null;
    return found !== null && found.owner === owner ? (found.answer as Replied<E>) : null;
  } catch {
    return null;
  }
}
