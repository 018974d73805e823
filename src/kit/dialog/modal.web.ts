import { type SyntheticEvent, useEffect, useRef } from "react";

/**
 * What a `<dialog>` needs that is modal as long as it is rendered: Escape hides it, the keyboard begins in its first
 * field, or at its heading where it has none, and goes back to where it came from.
 */
export function useModal(onHide: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = ref.current;
    const opener = document.activeElement;
    element?.showModal();
    const stop = element && focusFirst(element);
    return () => {
      stop?.();
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onHide();
  };
  return { ref, onCancel };
}

const FIELD = ":is(input:not([type=file]), select, textarea):enabled";

/** A field that is still on its way is waited for, unless the keyboard goes elsewhere meanwhile. */
function focusFirst(dialog: HTMLDialogElement): () => void {
  const start = dialog.querySelector<HTMLElement>("[data-start]") ?? dialog;
  const enter = (): boolean => {
    const field = dialog.querySelector<HTMLInputElement>(FIELD);
    // Of a few choices the keyboard begins at the one that is made.
    const group = field?.type === "radio" ? field.name : "";
    const made = group && dialog.querySelector<HTMLElement>(`[name="${CSS.escape(group)}"]:checked`);
    (made || field)?.focus({ preventScroll: true });
    return field !== null;
  };
  const arrivals = new MutationObserver(() => {
    if (document.activeElement !== start || enter()) arrivals.disconnect();
  });
  if (!enter()) {
    start.focus({ preventScroll: true });
    arrivals.observe(dialog, { childList: true, subtree: true });
  }
  return () => arrivals.disconnect();
}
