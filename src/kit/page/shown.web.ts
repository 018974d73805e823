import { useState } from "react";

/** Whether a dialog is shown. Focus returns by itself to what opened it. */
export function useShown() {
  const [shown, setShown] = useState(false);
  return { shown, show: () => setShown(true), hide: () => setShown(false) };
}
