import { Menu as MenuIcon, Search } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { Menu } from "#access/menu/menu.contract.ts";
import { HOME } from "#access/staff/staff.way.part.page.tsx";
import { useKeys, usePaletteKey } from "#console/keys/keys.press.part.page.tsx";
import { wayIn, whole } from "#console/list/list.rules.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { StaffDrawer, StaffMenu } from "./staff-menu.web.tsx";
import { PersonMenu } from "./staff-person.web.tsx";

/** Where the screen stands in the menu; from a record it leads back to the list as it was. */
function Breadcrumb() {
  const { pathname, state } = useLocation();
  const { places } = useGiven();
  const link = [...places.keys()].find((one) => pathname === one || pathname.startsWith(`${one}/`));
  const place = link === undefined ? undefined : places.get(link);
  if (!place || link === undefined) return null;
  const way = wayIn(state);
  const query = way ? whole(way.search) : "";
  return (
    <nav aria-label="Breadcrumb" className="no-print mb-1 text-small text-soft">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        <li>{place.group}</li>
        <li className="flex items-center gap-x-1.5">
          <span aria-hidden>/</span>
          {link === pathname ? (
            <span aria-current="page">{place.name}</span>
          ) : (
            <Link to={query ? `${link}?${query}` : link} className="link flex min-h-6 items-center">
              {place.name}
            </Link>
          )}
        </li>
      </ol>
    </nav>
  );
}

const Palette = opened(() => import("#console/palette/palette.open.part.page.tsx").then((part) => part.Palette));
const KeysHelp = opened(() => import("#console/keys/keys.help.part.page.tsx").then((part) => part.KeysHelp));

/** The bars around every screen: what one may open, who one is, and the ways that need no pointer. */
export function StaffFrame({ menu, children }: { menu: Menu; children: ReactNode }) {
  const palette = useShown();
  const help = useShown();
  const drawer = useShown();
  const { pathname } = useLocation();
  const { hide } = drawer;
  usePaletteKey(palette.show);
  useKeys({ "?": help.show });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes with each screen
  useEffect(hide, [pathname]);
  return (
    <div className="console">
      <a href="#main" className="button sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40">
        Skip to the content
      </a>
      <header className="console-bar on-deep no-print">
        <button type="button" className="bar-button lg:hidden" aria-haspopup="dialog" onClick={drawer.show}>
          <MenuIcon aria-hidden className="size-5" />
          <span className="sr-only">Menu</span>
        </button>
        <Link to={HOME} className="flex min-w-0 items-center gap-2 font-semibold font-serif text-large">
          <Emblem className="size-8" />
          <span className="hidden truncate lg:inline">{brand.name}</span>
          <span className="truncate lg:hidden">{brand.shortname}</span>
        </Link>
        <button type="button" className="bar-search" onClick={palette.show}>
          <Search aria-hidden className="size-4 shrink-0" />
          <span className="hidden grow text-left sm:inline">Go to a page or record</span>
          <span className="sr-only sm:hidden">Go to a page or record</span>
          <kbd aria-hidden className="hidden font-sans text-small opacity-80 sm:inline">
            Ctrl K
          </kbd>
        </button>
        <PersonMenu me={menu.me} onKeys={help.show} />
      </header>
      <div className="console-body">
        <nav aria-label="Pages" className="console-side no-print hidden lg:block">
          <StaffMenu menu={menu} />
        </nav>
        <main id="main" tabIndex={-1} className="console-main">
          <Breadcrumb />
          {children}
        </main>
      </div>
      {drawer.shown && <StaffDrawer menu={menu} onHide={drawer.hide} />}
      {palette.shown && <Palette onHide={palette.hide} />}
      {help.shown && <KeysHelp onHide={help.hide} />}
    </div>
  );
}
