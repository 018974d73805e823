import { useEffect } from "react";

/** Stands where a screen could not be fetched: no connection, or a newer portal was installed meanwhile. */
export function Unloaded() {
  // Nothing was typed on a screen that is not there.
  useEffect(() => {
    const again = () => location.reload();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  return (
    <div role="alert" className="m-4 rounded-card border-2 border-bad bg-surface p-4">
      <p className="font-semibold text-bad">This page could not be loaded</p>
      <p>Check your connection, then load it again. What you saved is safe.</p>
      <button type="button" className="button button-quiet mt-3" onClick={() => location.reload()}>
        Load again
      </button>
    </div>
  );
}
