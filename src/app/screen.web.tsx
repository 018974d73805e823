import { type ComponentType, lazy, useState } from "react";
import { Unloaded } from "./unloaded.web.tsx";

/** A screen that is loaded when it is needed. */
export interface Screen<Props = object> {
  readonly Page: ComponentType<Props>;
  load(): Promise<unknown>;
}

/** `screen(() => import("…"), "RefereesPage")`: the page is a named export. Once loaded it is drawn without a wait. */
export function screen<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Screen<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loading = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      loaded = (await load())[name];
      return { default: loaded };
    } catch {
      return { default: Unloaded };
    }
  };
  const Later: ComponentType<Props> = lazy(loading);
  const Page = (props: Props) => {
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Chosen {...props} />;
  };
  return { load: loading, Page };
}
