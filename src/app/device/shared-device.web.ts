import { SHARED_IDLE_MINUTES } from "#identity/session/session.contract.ts";
import { isSharedDevice, keep, kept } from "#kit/draft/storage.web.ts";

const MINUTE_MS = 60_000;
const LOOK_MS = 10_000;
const TELL_MS = 5 * MINUTE_MS;
const TOUCHED = "touchedAt";

interface WatchedArea {
  /** Tells the server that somebody is there. */
  touch(): Promise<unknown>;
  /** Leaves it, because nobody has touched it for too long. */
  leave(): Promise<void>;
}

/**
 * What a shared device asks for: the screen is left after 20 minutes without a touch, papers stay in the tab that knows
 * the sign-in, and the browser keeps nothing of what is typed. Clocks are compared, because a timer sleeps with the
 * device.
 */
export function watchSharedDevice({ touch, leave }: WatchedArea): void {
  let last = Number(kept(TOUCHED) ?? Date.now());
  let told = 0;
  let left = false;

  const look = () => {
    if (!isSharedDevice()) return;
    // Outlives a reload, and a tab that the browser puts aside.
    if (kept(TOUCHED) !== String(last)) keep(TOUCHED, String(last));
    if (left || Date.now() - last < SHARED_IDLE_MINUTES * MINUTE_MS) return;
    left = true;
    void leave();
  };
  const touched = () => {
    look();
    last = Date.now();
    // Who fills a long form is not idle for the server either.
    if (!isSharedDevice() || last - told < TELL_MS) return;
    told = last;
    touch().catch(() => undefined);
  };
  for (const sign of ["pointerdown", "keydown", "wheel"]) addEventListener(sign, touched, { passive: true });
  for (const wake of ["focus", "pageshow"]) addEventListener(wake, look);
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_MS);
  addEventListener("click", stayInTab, { capture: true });
  addEventListener("focusin", typeUnremembered);
}

/** A new tab would know nothing of the sign-in, and stay open with what it shows. */
function stayInTab({ target }: Event): void {
  if (!isSharedDevice() || !(target instanceof Element)) return;
  target.closest("a[target=_blank]")?.removeAttribute("target");
}

/** Else the browser offers it to whoever comes next. */
function typeUnremembered({ target }: Event): void {
  const isTypedIn = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isTypedIn && isSharedDevice()) target.autocomplete = "off";
}
