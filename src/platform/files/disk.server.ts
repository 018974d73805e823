import { createHmac, timingSafeEqual } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.server.ts";
import { type FileStore, LINK_SECONDS } from "./store.server.ts";

/** `/files/<name>?until=<seconds>&sign=<hmac>`: an image tag sends no bearer header, so the address itself is the key. */
function signedLink(secret: string, name: string): string {
  const until = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  return `/files/${name}?until=${until}&sign=${sign(secret, name, until)}`;
}

export function isSigned(secret: string, name: string, until: string, given: string): boolean {
  if (!/^\d{1,12}$/.test(until) || Number(until) < Date.now() / 1000) return false;
  const right = Buffer.from(sign(secret, name, Number(until)));
  const shown = Buffer.from(given);
  return right.length === shown.length && timingSafeEqual(right, shown);
}

const sign = (secret: string, name: string, until: number) =>
  createHmac("sha256", secret).update(`file ${name} ${until}`).digest("base64url");

/** Files in DATA_DIR/files, written whole or not at all. */
export function diskStore(config: Config): FileStore {
  const folder = join(config.dataDir, "files");
  return {
    async keep(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = join(folder, `${name}.part`);
      try {
        const file = await open(part, "w", 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, join(folder, name));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    link: async (name) => signedLink(config.secret, name),
    read: (name) => readFile(join(folder, name)).catch(missing),
    remove: (name) => rm(join(folder, name), { force: true }),
    async *names() {
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(missing);
        if (found) yield { name, changed: found.mtime };
      }
    },
  };
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
