/** Stands where a screen could not be fetched: no connection, or a newer portal was installed meanwhile. */
export function Unloaded() {
  return (
    <div role="alert" className="rounded-card border-2 border-bad bg-surface p-4">
      <p className="font-semibold text-bad">This page could not be loaded</p>
      <p>Check your connection, then load it again. What you saved is safe.</p>
      <button type="button" className="button button-quiet mt-3" onClick={() => location.reload()}>
        Load again
      </button>
    </div>
  );
}
