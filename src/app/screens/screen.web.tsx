import { type ComponentType, lazy, useEffect, useState } from "react";
import { matched } from "#kit/call/address.web.ts";
import { beginCall } from "#kit/call/call.web.ts";

/** A screen that is loaded when it is needed. */
export interface Screen<Props = object> {
  readonly Page: ComponentType<Props>;
  /** What it shows first: the paths of calls. They begin while it is on its way. */
  readonly reads: readonly string[];
  load(): Promise<{ readonly default: ComponentType<Props> }>;
  /** The same, without beginning what it reads. */
  loadFile(): Promise<{ readonly default: ComponentType<Props> }>;
}

/** `screen(() => import("…"), "RefereesPage")`: the page is a named export. Once loaded it is drawn without a wait. */
export function screen<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  reads: readonly string[] = [],
): Screen<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadFile = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      loaded = (await load())[name];
      return { default: loaded };
    } catch {
      return { default: Unloaded };
    }
  };
  const loading = () => {
    // What is read of one thing, such as a paper, only its own document can name.
    if (!loaded) for (const path of reads) if (!path.includes(":")) beginCall(path);
    return loadFile();
  };
  const Later: ComponentType<Props> = lazy(loading);
  const Page = (props: Props) => {
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Chosen {...props} />;
  };
  return { load: loading, loadFile, Page, reads };
}

/** The one that answers an address. */
export const screenAt = (screens: Readonly<Record<string, Screen>>, pathname: string): Screen | undefined =>
  Object.entries(screens).find(([pattern]) => matched(pattern, pathname))?.[1];

/** React holds what follows a fallback back for so long: `FALLBACK_THROTTLE_MS` of its reconciler. */
const HELD_BACK_MS = 300;

/** Waits for a screen that is nearly there, so that nothing stands in its place first; what is slower says itself that it comes. */
export const waitBriefly = (loading: Promise<unknown> | undefined, mostMs = HELD_BACK_MS): Promise<unknown> =>
  Promise.race([loading, new Promise((over) => setTimeout(over, mostMs))]);

/** Stands where a screen could not be fetched: no connection, or a newer portal was installed meanwhile. */
function Unloaded() {
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
