import type { Caller } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";

/** A call of the wire, and what lets somebody in; empty where nothing was said. */
export interface GuardedCall {
  readonly method: string;
  readonly url: string;
  readonly guard: string;
}

/** Every call below an address, such as `/api/staff/`. */
export const everyCall = ({ app }: TestPortal, below: string): GuardedCall[] =>
  app.calls.flatMap(({ url, methods, guard = "" }) =>
    url.startsWith(below) && guard !== "nobody"
      ? methods.filter((method) => method !== "HEAD").map((method) => ({ method, url, guard }))
      : [],
  );

/** Asks a call with this for each part of its address, or with what stands between its slashes for one after the other; a body that does not matter is left out. */
export function askCall(
  who: Pick<Caller, "get" | "post" | "put" | "delete">,
  { method, url }: GuardedCall,
  id: string,
  body: unknown = method === "DELETE" ? { delete: "Delete" } : {},
) {
  const [...parts] = id.split("/");
  const path = url.replace("/api", "").replace(/:\w+/g, () => encodeURIComponent(parts.shift() ?? id));
  return method === "GET" ? who.get(path) : who[method.toLowerCase() as "post" | "put" | "delete"](path, body);
}
