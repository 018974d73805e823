/** `/reset/:id` on `/reset/x` gives `{ id: "x" }`; `/*` at the end takes any rest; null when it is another address. */
export function matched(pattern: string, pathname: string): Readonly<Record<string, string>> | null {
  const open = pattern.endsWith("/*");
  const wanted = (open ? pattern.slice(0, -2) : pattern).split("/").filter(Boolean);
  const given = pathname.split("/").filter(Boolean);
  if (open ? given.length < wanted.length : given.length !== wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const found = given[place] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decoded(found);
    else if (part !== found) return null;
  }
  return params;
}

/** `/reset/:id` with `{ id: "x" }` gives `/reset/x`. */
export const filled = (pattern: string, params: unknown): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ""));

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // A stray % in an address that somebody typed.
  }
}
