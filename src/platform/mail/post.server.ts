import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Config } from "../config/config.server.ts";
import { newId } from "../database/id.server.ts";

interface Post {
  sendMail(letter: SendMailOptions): Promise<unknown>;
}

const posts = new WeakMap<Config, Post>();

/** The SMTP server of the configuration; without one, a folder of .eml files. */
export function openPost(config: Config): Post {
  const open = posts.get(config);
  if (open) return open;
  const made = config.smtpUrl ? smtpPost(config.smtpUrl) : folderPost(mailFolder(config));
  posts.set(config, made);
  return made;
}

export const mailFolder = (config: Config): string => join(config.dataDir, "mail");

const TEN_SECONDS = 10_000;

const smtpPost = (url: string): Post =>
  createTransport({
    url,
    pool: true,
    connectionTimeout: TEN_SECONDS,
    greetingTimeout: TEN_SECONDS,
    socketTimeout: TEN_SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);

function folderPost(folder: string): Post {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async sendMail(letter) {
      const { message } = await composer.sendMail(letter);
      await mkdir(folder, { recursive: true });
      const name = newId();
      await writeFile(join(folder, `${name}.part`), message as Buffer, { mode: 0o600 });
      await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`));
    },
  };
}
