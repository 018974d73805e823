/** A text that the last screen handed over in `state`; empty where it handed none. */
export function textIn(state: unknown, name: string): string {
  const found = typeof state === "object" && state !== null ? (state as Record<string, unknown>)[name] : undefined;
  return typeof found === "string" ? found : "";
}
