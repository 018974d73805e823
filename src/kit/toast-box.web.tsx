import { useEffect } from "react";
import { Slide, ToastContainer, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toast.css";
import type { AlertLook } from "./alert.web.tsx";

const LAYER = "toasts";
const kinds = { good: "success", info: "info", warn: "warning", bad: "error" } as const;

let nowShown = (): void => undefined;
const shown = new Promise<void>((resolve) => {
  nowShown = resolve;
});

/** Raised above an open dialog, which stands in the browser's top layer. Waits for the box: without it a toast is lost. */
export async function showToast(look: AlertLook, sentence: string): Promise<void> {
  await shown;
  raise(document.getElementById(LAYER));
  toast(sentence, { type: kinds[look], role: "status", toastId: `${look} ${sentence}` });
}

function raise(layer: HTMLElement | null): void {
  if (!layer?.showPopover) return; // An old browser shows it in the page.
  if (layer.matches(":popover-open")) layer.hidePopover();
  layer.showPopover();
}

/** 5000 ms, top right, dismissed by dragging 80 percent of the width. Specification 9. */
export function ToastBox() {
  useEffect(nowShown, []);
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
