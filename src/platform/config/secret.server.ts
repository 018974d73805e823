import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskRefusal, StartRefusal } from "./start-refusal.server.ts";

/** The secret in `dataDir`, made at the first start: a link or paper signed today is good after the next start, too. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  try {
    return readSecret(file) ?? makeSecret(dataDir, file);
  } catch (fault) {
    throw diskRefusal(fault, dataDir) ?? fault;
  }
}

function makeSecret(dataDir: string, file: string): string {
  const part = `${file}.${process.pid}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(part, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
    // A link, not a rename: of two first starts at once the first one's secret stays.
    linkSync(part, file);
  } catch (fault) {
    if (!readSecret(file)) throw fault;
  } finally {
    rmSync(part, { force: true });
  }
  return readSecret(file) ?? "";
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length >= 32) return secret;
    throw new StartRefusal(
      `${file} is damaged: put it back from a backup, or remove it and a new one is made (links sent and papers printed before end).`,
    );
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fault;
  }
}
