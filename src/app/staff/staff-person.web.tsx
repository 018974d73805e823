import { LogOut, UserRound } from "lucide-react";
import { useState } from "react";
import type { Menu } from "#access/menu/menu.contract.ts";
import { keepPreference, preferences, usePreference } from "#console/preference/preference.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { leaveForGood } from "./staff-sign-in.web.ts";

/** Of package.json, as the changelog names it. */
declare const __VERSION__: string;

const PLACE = "person-menu";

const close = () => document.getElementById(PLACE)?.hidePopover();

/** Who is signed in, what belongs to this person, and how the console looks on this device. */
export function PersonMenu({ me, onKeys }: { me: Menu["me"]; onKeys(): void }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <button type="button" className="bar-button" popoverTarget={PLACE}>
        <UserRound aria-hidden className="size-5" />
        <span className="hidden max-w-44 truncate lg:inline">{me.name}</span>
        <span className="sr-only lg:hidden">{me.name}</span>
      </button>
      <div id={PLACE} popover="auto" className="person-menu">
        <div className="border-line border-b px-4 pt-3 pb-2.5">
          <p className="font-semibold">{me.name}</p>
          <p className="break-all text-small text-soft">{me.emailaddress}</p>
          {me.groups.length > 0 && <p className="mt-1 text-small text-soft">{me.groups.join(", ")}</p>}
        </div>
        <div className="grid gap-3 border-line border-b px-4 py-3">
          <Choosing name="scheme" label="Look" words={{ system: "System", light: "Light", dark: "Dark" }} />
          <Choosing name="density" label="Rows" words={{ compact: "Compact", comfortable: "Roomy" }} />
        </div>
        <div className="grid py-1">
          <Link to="/staff/account" className="menu-item" onClick={close}>
            My account
          </Link>
          <button
            type="button"
            className="menu-item"
            onClick={() => {
              close();
              onKeys();
            }}
          >
            Keys
            <kbd aria-hidden className="key">
              ?
            </kbd>
          </button>
          <button
            type="button"
            className="menu-item"
            disabled={leaving}
            onClick={() => {
              setLeaving(true);
              void leaveForGood();
            }}
          >
            Sign out
            <LogOut aria-hidden className="size-4" />
          </button>
        </div>
        <p className="border-line border-t px-4 py-2 text-small text-soft">Version {__VERSION__}</p>
      </div>
    </>
  );
}

interface ChoosingParts<N extends "scheme" | "density"> {
  readonly name: N;
  readonly label: string;
  readonly words: Readonly<Record<(typeof preferences)[N][number], string>>;
}

function Choosing<N extends "scheme" | "density">({ name, label, words }: ChoosingParts<N>) {
  const now = usePreference(name);
  return (
    <fieldset className="flex items-center justify-between gap-3">
      <legend className="float-left text-soft">{label}</legend>
      <div className="segments">
        {preferences[name].map((value: (typeof preferences)[N][number]) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={now === value}
              onChange={() => keepPreference(name, value)}
            />
            {words[value]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
