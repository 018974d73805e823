import { RotateCw, X, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useShown } from "#kit/page/shown.web.ts";

// Links to pictures and papers serve for ten minutes. Contract 3.19.
const FRESH_LINKS_MS = 540_000;

/** Reads again what links to papers, before the links are worth nothing. */
export function useFreshLinks(read: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => void read(), FRESH_LINKS_MS);
    return () => clearInterval(timer);
  }, [read]);
}

interface PictureParts {
  readonly link: string;
  /** What it shows, in words. */
  readonly what: string;
  /** Its size and fit on the page. */
  readonly look: string;
}

/** A picture; a press shows it as large as the screen. */
export function Picture({ link, what, look }: PictureParts) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="block w-full cursor-zoom-in border border-line bg-sunk" onClick={show}>
        <img src={link} alt={what} loading="lazy" className={look} />
      </button>
      {shown && <Large link={link} what={what} onHide={hide} />}
    </>
  );
}

/** The whole screen: a press shows it at full size, and slips that were photographed sideways can be turned. */
function Large({ link, what, onHide }: { link: string; what: string; onHide(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [near, setNear] = useState(false);
  const [quarters, setQuarters] = useState(0);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const Zoom = near ? ZoomOut : ZoomIn;
  return (
    <dialog
      ref={dialog}
      aria-label={what}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper p-0 text-ink"
      onCancel={(event) => {
        event.preventDefault();
        onHide();
      }}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center gap-1 border-line border-b bg-surface py-1 pr-1 pl-4">
          <p className="min-w-0 grow truncate font-semibold">{what}</p>
          <button type="button" className="icon-button" onClick={() => setQuarters((quarters + 1) % 4)}>
            <RotateCw aria-hidden className="size-5" />
            <span className="sr-only">Turn to the right</span>
          </button>
          <button type="button" className="icon-button" aria-pressed={near} onClick={() => setNear(!near)}>
            <Zoom aria-hidden className="size-5" />
            <span className="sr-only">Full size</span>
          </button>
          <button type="button" className="icon-button" onClick={onHide}>
            <X aria-hidden className="size-5" />
            <span className="sr-only">Close {what}</span>
          </button>
        </div>
        <div
          className={near ? "min-h-0 grow overflow-auto" : "grid min-h-0 grow place-items-center overflow-hidden p-2"}
        >
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same */}
          <img
            src={link}
            alt={what}
            onClick={() => setNear(!near)}
            className={`${turned[quarters]} ${near ? "max-w-none cursor-zoom-out" : `cursor-zoom-in object-contain ${fits[quarters % 2]}`}`}
          />
        </div>
      </div>
    </dialog>
  );
}

/** By quarters to the right. */
export const turned = ["", "rotate-90", "rotate-180", "-rotate-90"] as const;

/** Turned by a quarter, the screen's height is the picture's width. */
const fits = ["max-h-full max-w-full", "max-h-[95vw] max-w-[calc(100dvh-4rem)]"] as const;
