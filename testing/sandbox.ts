import type { Entry } from "../sandbox/journal.ts";
import { startSandbox } from "../sandbox/server.ts";
import type { Settings } from "../sandbox/settings.ts";
import { sandboxControl } from "./sandbox-control.ts";

/** A sandbox on free ports with its control at hand. */
export async function startTestSandbox(some: Partial<Settings> = {}) {
  const sandbox = await startSandbox(some);
  return { ...sandbox, ...sandboxControl(sandbox) };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** How often the sandbox was asked for a reference. */
export function wishes(entries: Entry[]) {
  return entries.filter((entry) => entry.path.endsWith("/paymentinit")).length;
}
