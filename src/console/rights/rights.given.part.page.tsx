import { createContext, type ReactNode, use } from "react";
import { ConsoleHeading } from "../heading/heading.console.part.page.tsx";

/** Who is signed in, and what this person may do: a mirror of what the server allows. */
export interface Given {
  readonly me: { readonly _id: string; readonly name: string };
  readonly rights: ReadonlySet<string>;
  /** Every page that the person may open, by its address. */
  readonly places: ReadonlyMap<string, { readonly group: string; readonly name: string }>;
  /** What lists begin narrowed to, by the field's name, such as the session of this season. */
  readonly presets: Readonly<Record<string, string>>;
}

const GivenNow = createContext<Given>({ me: { _id: "", name: "" }, rights: new Set(), places: new Map(), presets: {} });

export const Rights = ({ given, children }: { given: Given; children: ReactNode }) => (
  <GivenNow value={given}>{children}</GivenNow>
);

export const useGiven = (): Given => use(GivenNow);

/** Whether the person holds a right, such as `colleges.change`. */
export const useRight = (key: string): boolean => use(GivenNow).rights.has(key);

/** Stands where a person may not be: what this is, and who can open it. */
export function NoAccess({ name }: { name: string }) {
  const { places } = useGiven();
  return (
    <div className="max-w-prose">
      <ConsoleHeading title="You do not have access to this page" />
      <p>
        {name ? (
          <>
            The page <strong>{name}</strong> is not among those that you may open.
          </>
        ) : (
          "It is not among the pages that you may open."
        )}{" "}
        If your work needs it, ask an administrator of the portal to give you the right to it.{" "}
        {places.size === 0 ? "You may open no page yet." : "What you may open stands in the menu."}
      </p>
    </div>
  );
}
