import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Dialog } from "#kit/dialog.web.tsx";
import { useNavigate } from "#kit/router.web.tsx";

/** Where somebody was going who has not saved; null for a way back. */
type Way = { readonly to: string | null };

let asks: ((way: Way) => void) | null = null;

/** Goes to another screen, unless something there is not saved: then its reader is asked first. */
export function useLeave(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => (asks ? asks({ to }) : navigate(to));
}

interface GuardParts<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** What is edited, by its name. */
  readonly title: string;
}

/** Holds who leaves a form that is not saved. What was typed is kept on the device all the same. */
export function Guarded<Values extends FieldValues>({ form, title }: GuardParts<Values>) {
  const { isDirty } = form.formState;
  const [way, setWay] = useState<Way | null>(null);
  const navigate = useNavigate();
  useEffect(() => (isDirty ? hold(setWay) : undefined), [isDirty]);
  if (!way) return null;
  const leave = () => {
    asks = null;
    setWay(null);
    released = true;
    if (way.to === null) history.back();
    else navigate(way.to);
  };
  return (
    <Dialog title="Leave without saving?" onHide={() => setWay(null)}>
      <p>
        What you typed for <strong>{title}</strong> is not saved. It stays on this device and is there again when you
        open this form.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" className="button" onClick={() => setWay(null)}>
          Stay here
        </button>
        <button type="button" className="button button-quiet" onClick={leave}>
          Leave, and keep it for later
        </button>
        <button
          type="button"
          className="button button-danger"
          onClick={() => {
            form.reset();
            leave();
          }}
        >
          Leave, and discard it
        </button>
      </div>
    </Dialog>
  );
}

let released = false;

/** Stands in each way out of the screen: links, Back, and the browser's own. */
function hold(ask: (way: Way) => void): () => void {
  const { href } = location;
  const { state } = history;
  const gone = new AbortController();
  const { signal } = gone;
  released = false;
  asks = ask;
  const press = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const elsewhere = link && !link.target && !link.download && link.origin === location.origin && !link.hash;
    if (!elsewhere || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    ask({ to: link.pathname + link.search });
  };
  const back = (event: PopStateEvent) => {
    if (released) return;
    event.stopImmediatePropagation();
    history.pushState(state, "", href);
    ask({ to: null });
  };
  document.addEventListener("click", press, { capture: true, signal });
  addEventListener("popstate", back, { capture: true, signal });
  addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
  return () => {
    gone.abort();
    if (asks === ask) asks = null;
  };
}
