import { useEffect } from "react";

/** When what has the keyboard goes away, such as the button of a deleted record, the keyboard stays in the screen. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const changes = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      document.getElementById("main")?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", remember);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, []);
}
