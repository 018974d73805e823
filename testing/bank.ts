import type { TestPortal } from "./portal.ts";

/** Something that the provider's sandbox is made to do: see sandbox/control.ts. */
export async function atTheProvider(portal: TestPortal, deed: string, wish: Record<string, unknown>): Promise<void> {
  const { control, token } = portal.sandbox;
  const response = await fetch(`${control}/__sandbox/${deed}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(wish),
  });
  if (!response.ok) throw new Error(`the sandbox refused ${deed}: ${await response.text()}`);
}

/** Somebody pays a reference at a bank counter. */
export const payAtTheBank = (portal: TestPortal, rrr: string): Promise<void> =>
  atTheProvider(portal, "pay", { rrr, channel: "BRANCH" });
