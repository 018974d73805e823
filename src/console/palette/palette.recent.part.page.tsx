import { forget, keep, kept } from "#kit/draft/storage.web.ts";

const RECENT = "staffRecent";
const MOST = 8;

/** Pages where one was last, newest first. */
export function recentLinks(): readonly string[] {
  const links = (kept(RECENT) ?? "").split("\n").filter(Boolean);
  return links;
}

export function rememberLink(link: string): void {
  keep(RECENT, [link, ...recentLinks().filter((one) => one !== link)].slice(0, MOST).join("\n"));
}

/** Who signs out leaves none behind. */
export const forgetRecent = (): void => forget(RECENT);
