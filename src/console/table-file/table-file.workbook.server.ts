import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  type FileTrouble,
  formulaFound,
  refuseFile,
  refuseTrouble,
  severalSheets,
  sheetsHidden,
  type TableLimits,
} from "./table-file.limits.server.ts";
import type { Line } from "./table-file.rows.server.ts";

const program = fileURLToPath(new URL("./table-file.unpack.server.ts", import.meta.url));
/** The largest honest workbook takes a quarter of it; whoever sent one hears the end before the line is cut, at 120 s. */
const PATIENCE_MS = 60_000;

/** For the objects that a workbook becomes; 100,000 rows of 8 columns need a third of it. */
const MEMORY_MB = 768;

/** What the program of its own says, a line each. */
export type Said =
  | readonly [number: number, cells: readonly string[], merged?: string]
  | { readonly trouble: FileTrouble }
  | { readonly hidden: readonly string[] }
  | { readonly formula: string }
  | { readonly filled: readonly string[] };

/**
 * The filled lines of a workbook's only filled sheet that is not hidden. It is opened in a process of its own, with an end to its memory and its
 * time, and without the portal's secrets: a workbook that was made to be a trap ends that process, not the portal.
 */
export async function* workbookLines(
  bytes: Buffer,
  { expanded }: TableLimits,
  whose: "anybody's" | "our own" = "anybody's",
): AsyncGenerator<Line> {
  const rights = ["--permission", "--allow-fs-read=*", `--max-old-space-size=${MEMORY_MB}`];
  const child = spawn(process.execPath, [...rights, program, String(expanded), whose], {
    stdio: ["pipe", "pipe", "ignore"],
    env: {},
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  const ended = once(child, "close");
  ended.catch(() => undefined);
  // It may end before it has read everything.
  child.stdin.on("error", () => undefined).end(bytes);
  try {
    for await (const text of createInterface({ input: child.stdout })) {
      const said = JSON.parse(text) as Said;
      if ("trouble" in said) throw refuseTrouble(said.trouble);
      if ("hidden" in said) throw refuseFile("sheets-hidden", sheetsHidden(said.hidden));
      if ("formula" in said) throw refuseFile("formula-in-file", formulaFound(said.formula));
      if ("filled" in said) throw refuseFile("several-sheets", severalSheets(said.filled));
      yield { number: said[0], cells: said[1], merged: said[2] };
    }
    const [code, signal] = await ended;
    // Its memory or its time was at an end.
    if (signal !== null) throw refuseTrouble("tooMuch");
    if (code !== 0) throw new Error(`The program that opens workbooks ended with ${code}`);
  } finally {
    child.kill("SIGKILL");
  }
}
