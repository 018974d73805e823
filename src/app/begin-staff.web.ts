// Stands in the document itself: how the console looks on this device is known before the first paint, and what the screen
// shows first is on its way before any other script is there.
import { recentLinks } from "#console/palette/palette.recent.part.page.tsx";
import { beginAhead, writtenAhead } from "./device/ahead.web.ts";

for (const [, name = "", value] of document.cookie.matchAll(/(?:^|; )staff-(scheme|density)=(\w+)/g))
  document.documentElement.dataset[name] = value;

const kept = (name: string) => new RegExp(`(?:^|; )staff-${name}=([\\w-]+)`).exec(document.cookie)?.[1];
// Who was here lately may look, as far as anybody knows yet. An address that narrows its list asks for something else.
const isKnown = location.search === "" && recentLinks().includes(location.pathname);
beginAhead(writtenAhead(), {}, (path) => {
  if (path.endsWith("/ms_menu")) return path;
  const missing = [...path.matchAll(/{(\w+)}/g)].some(([, name = ""]) => kept(name) === undefined);
  if (!isKnown || missing) return null;
  return path.replaceAll(/{(\w+)}/g, (_, name: string) => kept(name) ?? "");
});
