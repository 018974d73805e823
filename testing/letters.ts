import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime from "postal-mime";

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Waits until so many letters for an address, or of a subject, lie there, and answers those, oldest first. */
export type Letters = (to: string, atLeast: number, about?: RegExp) => Promise<Letter[]>;

/** The letters of a folder; each is read once. */
export function letterBox(folder: string): Letters {
  const opened = new Map<string, Promise<Letter>>();

  async function lettersTo(to: string): Promise<Letter[]> {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : [];
    for (const name of names) if (!opened.has(name)) opened.set(name, open(join(folder, name)));
    const letters = await Promise.all(names.sort().map((name) => opened.get(name)));
    return letters.filter((letter) => letter !== undefined).filter((letter) => letter.to === to);
  }

  return async (to, atLeast, about = /^/) => {
    for (let tries = 0; ; tries += 1) {
      const found = (await lettersTo(to)).filter(({ subject }) => about.test(subject));
      if (found.length >= atLeast || tries === 200) return found;
      await pause(50);
    }
  };
}

async function open(file: string): Promise<Letter> {
  const { to, subject, text } = await PostalMime.parse(readFileSync(file));
  return { to: to?.[0]?.address ?? "", subject: subject ?? "", text: text ?? "" };
}
