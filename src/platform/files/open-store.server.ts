import type { Config } from "../config/config.server.ts";
import { diskStore } from "./disk.server.ts";
import { s3Store } from "./s3.server.ts";
import type { FileStore } from "./store.server.ts";

/** Files on disk, or in the S3-compatible store that the configuration names. */
export const openStore = (config: Config): FileStore => (config.s3 ? s3Store(config.s3) : diskStore(config));
