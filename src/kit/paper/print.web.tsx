import { type RefObject, useEffect, useRef } from "react";

// Specification 9: the print dialog opens about 500 ms after the data is there.
const DELAY_MS = 500;

/** What a paper may do without, such as its seal on a bad line, keeps it back no longer than this. */
const PATIENCE_MS = 3_000;

/** Opens the print dialog once, when `ready`, the fonts are loaded and every picture of the paper can be drawn. */
export function usePrintWhenReady<E extends HTMLElement>(ready: boolean): RefObject<E | null> {
  const paper = useRef<E>(null);
  const printed = useRef(false);
  useEffect(() => {
    if (!ready || printed.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    void drawn(paper.current).then(() => {
      if (gone) return;
      timer = setTimeout(() => {
        printed.current = true;
        print();
      }, DELAY_MS);
    });
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [ready]);
  return paper;
}

async function drawn(paper: HTMLElement | null): Promise<void> {
  await document.fonts.ready;
  const until = Date.now() + PATIENCE_MS;
  while (paper?.querySelector("[data-awaited]") && Date.now() < until)
    await new Promise((done) => setTimeout(done, 50));
  // A picture that cannot be shown must not keep the paper back.
  await Promise.allSettled(Array.from(paper?.querySelectorAll("img") ?? [], (picture) => picture.decode()));
}

export function PrintButton() {
  return (
    <button type="button" className="button no-print" onClick={() => print()}>
      Print
    </button>
  );
}
