import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { keepPreference, usePreference } from "../preference/preference.part.page.tsx";
import { keysHere } from "./keys.press.part.page.tsx";

const parts = [
  {
    title: "Everywhere",
    keys: [
      ["Ctrl K", "Go to any page or record"],
      ["?", "This list"],
    ],
  },
  {
    title: "In a list",
    keys: [
      ["/", "Search"],
      ["j, k or ↓, ↑", "Next or previous row"],
      ["x", "Select the row"],
      ["Enter", "Open the row"],
      ["n", "Add a record"],
    ],
  },
  {
    title: "On a record",
    keys: [["k, j or [, ]", "Previous and next record of the list"]],
  },
] as const;

/** Every key of the console, and the switch for those of a single letter. WCAG 2.1.4. */
export function KeysHelp({ onHide }: { onHide(): void }) {
  const keys = usePreference("keys");
  const own = [...keysHere()].flatMap(([key, deed]) => (deed ? [[key, deed] as const] : []));
  const shown = own.length > 0 ? [{ title: "On this page", keys: own }, ...parts] : parts;
  return (
    <Dialog title="Keys" onHide={onHide}>
      <div className="grid gap-5">
        {shown.map((part) => (
          <section key={part.title}>
            <h3 className="mb-1 text-base">{part.title}</h3>
            <dl>
              {part.keys.map(([key, deed]) => (
                <div key={key} className="flex items-baseline justify-between gap-4 border-line border-b py-1.5">
                  <dt>{deed}</dt>
                  <dd className="shrink-0">
                    <kbd className="key">{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label className="flex min-h-9 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-4.5 shrink-0"
            checked={keys === "on"}
            onChange={(event) => keepPreference("keys", event.target.checked ? "on" : "off")}
          />
          Use keys of a single letter on this device
        </label>
      </div>
    </Dialog>
  );
}
