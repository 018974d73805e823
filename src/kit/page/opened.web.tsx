import { type ComponentType, useEffect, useState } from "react";

// By then the page itself is there, and nobody has filled a form yet.
const QUIET_MS = 2_000;

/**
 * A part that is not seen until it is opened, such as a dialog with a form: the page is there without it, and it is
 * fetched while the page is read. `opened(() => import("…").then((part) => part.AddResult))`. Drawn the moment that it is
 * there: what React suspends it holds back for 300 ms.
 */
export function opened<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  const fetching = async () => {
    fetched ??= await load();
    return fetched;
  };
  if (typeof document !== "undefined") setTimeout(() => fetching().catch(() => undefined), QUIET_MS);
  return function Opened(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => fetched);
    useEffect(() => {
      if (Part) return;
      const draw = (found: ComponentType<Props>) => setPart(() => found);
      fetching().then(draw, () => draw(Unfetched));
    }, [Part]);
    return Part ? <Part {...props} /> : <p role="status">Please wait...</p>;
  };
}

/** Without a connection only this part is missing, not the page around it. A newer portal no longer has it at all. */
const Unfetched = () => (
  <div role="alert" ref={(part) => part?.scrollIntoView({ block: "nearest" })} className="scroll-mb-4 py-3">
    <p className="mb-3 font-semibold text-bad">
      This part could not be loaded. Check your connection, then load the page again
    </p>
    <button type="button" className="button button-quiet" onClick={() => location.reload()}>
      Load again
    </button>
  </div>
);
