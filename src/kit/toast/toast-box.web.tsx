import { type ReactNode, useEffect } from "react";
import {
  type Id,
  Slide,
  ToastContainer,
  type ToastOptions,
  type ToastTransitionProps,
  toast,
} from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "../toast.css";
import type { AlertLook } from "../look/alert.web.tsx";
import { useLocation } from "../page/router.web.tsx";

// What a toast must leave free. What tells of a mistake and what sends weigh more than a link that one may use.
const WEIGHTS = [
  ["[role=alert], [type=submit], dialog h2", 10],
  ["button, a[href], input, select, textarea, h1", 1],
  ["p, li, dt, dd, td, label, h2, h3", 0.2],
] as const;
const STEP_PX = 8;

/**
 * How far below the window's top edge a box of this size, at its right edge, covers least of what people press or must
 * read; on a wide screen at most half-way down.
 */
function freeTop(size: { readonly width: number; readonly height: number }): number {
  const taken = obstacles();
  const left = innerWidth - size.width - STEP_PX;
  const cost = (top: number) => {
    const box = new DOMRect(left, top, size.width, size.height);
    return taken.reduce((sum, { rect, weight }) => sum + weight * overlap(box, rect), top / innerHeight);
  };
  let best = STEP_PX;
  const lowest = isPhone() ? innerHeight - size.height - STEP_PX : innerHeight / 2;
  for (let top = STEP_PX; top < lowest; top += STEP_PX) if (cost(top) < cost(best)) best = top;
  return best;
}

/** Of an open dialog, or of the page where there is none. */
function obstacles() {
  const scope = document.querySelector("dialog[open]") ?? document.body;
  return WEIGHTS.flatMap(([selector, weight]) =>
    [...scope.querySelectorAll(selector)]
      .filter((element) => !element.closest("[popover]"))
      .map((element) => ({ rect: element.getBoundingClientRect(), weight })),
  );
}

const isPhone = (): boolean => matchMedia("(max-width: 639px)").matches;

const overlap = (one: DOMRect, other: DOMRect): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

const LAYER = "toasts";
const FRESH_MS = 2_000;
const kinds = { good: "success", info: "info", warn: "warning", bad: "error" } as const;

let nowShown = (): void => undefined;
const shown = new Promise<void>((resolve) => {
  nowShown = resolve;
});

/** Raised above an open dialog, which stands in the browser's top layer. Waits for the box: without it a toast is lost. */
export const showToast = (look: AlertLook, sentence: string): Promise<void> =>
  show(look, sentence, <span>{sentence}</span>, { role: "status" });

/** For the eye alone. */
export const showEcho = (look: AlertLook, sentence: string): Promise<void> =>
  show(look, sentence, <span aria-hidden>{sentence}</span>, {
    role: "presentation",
    closeButton: false,
    closeOnClick: true,
  });

async function show(look: AlertLook, sentence: string, content: ReactNode, options: ToastOptions): Promise<void> {
  await shown;
  const layer = document.getElementById(LAYER);
  raise(layer);
  const toastId = `${look} ${sentence}`;
  // A phone has room for one: the newest.
  if (isPhone()) dismiss((id) => id !== toastId);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  toast(content, {
    ...options,
    type: kinds[look],
    toastId,
    ...(still && { transition: Still, hideProgressBar: true }),
  });
  raisedAt.set(toastId, performance.now());
  // By then the page has come to what the toast is about.
  requestAnimationFrame(() => requestAnimationFrame(() => place(layer)));
}

/** Comes and goes without a movement. */
function Still({ children, done, isIn, playToast }: ToastTransitionProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(playToast, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the end.
  useEffect(() => {
    if (!isIn) done();
  }, [isIn]);
  return children;
}

function place(layer: HTMLElement | null): void {
  const box = layer?.querySelector(".Toastify__toast-container")?.getBoundingClientRect();
  if (box?.height) layer?.style.setProperty("--toast-top", `${freeTop(box)}px`);
}

const raisedAt = new Map<Id, number>();

function dismiss(isMeant: (id: Id) => boolean): void {
  for (const id of [...raisedAt.keys()].filter(isMeant)) {
    raisedAt.delete(id);
    toast.dismiss(id);
  }
}

/** What was said just before the screen changed is about the change, and stays. */
const dismissOld = () => dismiss((id) => performance.now() - (raisedAt.get(id) ?? 0) > FRESH_MS);

function raise(layer: HTMLElement | null): void {
  if (!layer?.showPopover) return; // An old browser shows it in the page.
  if (layer.matches(":popover-open")) layer.hidePopover();
  layer.showPopover();
}

/** 5000 ms, top right, dismissed by dragging 80 percent of the width. Specification 9. */
export function ToastBox() {
  const { pathname } = useLocation();
  useEffect(nowShown, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen.
  useEffect(dismissOld, [pathname]);
  return (
    <div ref={raise} id={LAYER} popover="manual" className="toast-layer">
      <ToastContainer
        position="top-right"
        autoClose={5000}
        draggable
        draggablePercent={80}
        pauseOnHover
        pauseOnFocusLoss
        transition={Slide}
        closeButton={({ closeToast }) => (
          <button type="button" className="toast-close" aria-label="Close this message" onClick={closeToast}>
            ×
          </button>
        )}
      />
    </div>
  );
}
