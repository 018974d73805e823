import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.server.ts";
import { signedLink } from "./link.server.ts";
import type { FileStore } from "./store.server.ts";

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
