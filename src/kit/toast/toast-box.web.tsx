import { type ReactNode, useEffect } from "react";
import type { Id, ToastOptions, ToastTransitionProps } from "react-toastify/unstyled";
import { Slide, ToastContainer, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "../toast.css";
import type { AlertLook } from "../look/alert.web.tsx";
import { useLocation } from "../page/router.web.tsx";
import { freeTop, isPhone } from "./free-place.web.ts";

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

/** The container's own name is English in every language; the section around it has one that is said. */
const unnamed = { "aria-label": "" };

/** 5000 ms, top right, dismissed by dragging 80 percent of the width. Specification 9. */
export function ToastBox() {
  const { pathname } = useLocation();
  useEffect(nowShown, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen.
  useEffect(dismissOld, [pathname]);
  return (
    <section ref={raise} id={LAYER} popover="manual" aria-label="Messages" className="toast-layer">
      <ToastContainer
        {...unnamed}
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
    </section>
  );
}
