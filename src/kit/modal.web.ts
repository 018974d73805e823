import { type SyntheticEvent, useEffect, useRef } from "react";

/**
 * What a `<dialog>` needs that is modal as long as it is rendered: Escape hides it, and the focus goes back to where it came
 * from.
 */
export function useModal(onHide: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = ref.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
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
