import { createHmac, timingSafeEqual } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { Config } from "../config/config.server.ts";

/** Where file contents live. Names are ours (random), never the sender's. */
export interface FileStore {
  keep(name: string, bytes: Buffer, mediatype: string): Promise<void>;
  /** An address that shows the file for ten minutes and to nobody after. Contract 3.19. */
  link(name: string): Promise<string>;
  /** The contents, piece by piece, or null when there is no such file. */
  read(name: string): Promise<Readable | null>;
  remove(name: string): Promise<void>;
  names(): AsyncIterable<{ name: string; changed: Date }>;
}

const LINK_SECONDS = 600;

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
function diskStore(config: Config): FileStore {
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
    async read(name) {
      const file = await open(join(folder, name)).catch(missing);
      return file === null ? null : file.createReadStream();
    },
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

/** Files in any S3-compatible store. */
function s3Store(s3: NonNullable<Config["s3"]>): FileStore {
  const Bucket = s3.bucket;
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
    // Many stores do not know the newer checksums, and keep their framing as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return {
    async keep(Key, Body, ContentType) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl: "no-store" }));
    },
    link: (Key) => getSignedUrl(client, new GetObjectCommand({ Bucket, Key }), { expiresIn: LINK_SECONDS }),
    async read(Key) {
      try {
        const found = await client.send(new GetObjectCommand({ Bucket, Key }));
        return found.Body instanceof Readable ? found.Body : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    async *names() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { name: Key, changed: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

/** Files on disk, or in the S3-compatible store that the configuration names. */
export const openStore = (config: Config): FileStore => (config.s3 ? s3Store(config.s3) : diskStore(config));
