import { callUnsigned } from "#kit/call/call.web.ts";
import { MOVED } from "#kit/page/router.web.tsx";
import { readBanners } from "#support/banner/banner.contract.ts";
import { bannersOn, type StandingBanner } from "#support/banner/banner.rules.ts";

const CLOSED = "banners-closed";
const THIRTY_DAYS_S = 2_592_000;
const MINUTE_MS = 60_000;

let known: readonly StandingBanner[] = written();
let box: HTMLElement | undefined;

/** Those that the server has written into this page. */
function written(): readonly StandingBanner[] {
  const data = document.getElementById("banners")?.textContent;
  return data ? (JSON.parse(data) as readonly StandingBanner[]) : [];
}

/** In a cookie, since the first page empties what else is kept. */
const closed = (): string[] => new RegExp(`(?:^|; )${CLOSED}=([^;]*)`).exec(document.cookie)?.[1]?.split(".") ?? [];

function close(id: string): void {
  const all = [...closed().filter(Boolean), id].slice(-10);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that people have
  document.cookie = `${CLOSED}=${all.join(".")}; path=/; max-age=${THIRTY_DAYS_S}; samesite=lax`;
  show();
}

/** At the lower edge of the window, above what stands there: nothing on the page moves for it. */
const PLACE =
  "position:fixed;inset:auto 0 0 0;z-index:40;max-height:45dvh;overflow:auto;display:grid;gap:1px;background:var(--line)";
const LINE =
  "display:flex;gap:12px;align-items:center;justify-content:center;padding:10px 16px;background:var(--surface);color:var(--ink)";

function show(): void {
  const list = bannersOn(known, { pathname: location.pathname, now: Date.now(), closed: closed() });
  if (list.length === 0 && !box) return;
  box ??= newBox();
  box.replaceChildren(...list.map(lineOf));
  document.body.style.paddingBottom = list.length === 0 ? "" : `${box.offsetHeight}px`;
}

function newBox(): HTMLElement {
  const made = document.createElement("section");
  made.setAttribute("role", "status");
  made.setAttribute("aria-label", "From the college");
  made.className = "no-print";
  made.style.cssText = PLACE;
  document.body.append(made);
  return made;
}

function lineOf({ _id, text, kind }: StandingBanner): HTMLElement {
  const line = document.createElement("div");
  line.style.cssText = `${LINE};border-top:3px solid var(--${kind === "Warning" ? "warn" : "info"})`;
  const words = document.createElement("p");
  words.style.cssText = "margin:0;max-width:70ch;overflow-wrap:anywhere";
  const called = document.createElement("strong");
  called.textContent = kind === "Warning" ? "Please note: " : "";
  words.append(called, text);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet";
  button.textContent = "Close";
  button.setAttribute("aria-label", `Close: ${text.slice(0, 60)}`);
  button.addEventListener("click", () => close(_id));
  line.append(words, button);
  return line;
}

/** Asks again what stands: a page may be open for hours. Without an answer what is known goes on. */
export async function renewBanners(): Promise<void> {
  const answer = await callUnsigned(readBanners).catch(() => undefined);
  if (answer) known = answer.list;
  show();
}

show();
addEventListener(MOVED, show);
setInterval(show, MINUTE_MS);
