import {
  Archive,
  Award,
  Banknote,
  BookOpen,
  Building2,
  CalendarDays,
  ChevronDown,
  Circle,
  ClipboardList,
  ExternalLink,
  FileText,
  Gauge,
  GraduationCap,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Plug,
  Scale,
  ScrollText,
  Users,
  X,
} from "lucide-react";
import type { Menu, MenuPage } from "#access/menu/menu.contract.ts";
import type { menuIcons } from "#access/permission/permission.groups.rules.ts";
import { keepWords, useKeptWords } from "#console/preference/preference.part.page.tsx";
import { useModal } from "#kit/dialog/modal.web.ts";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { hasScreen } from "../screens/staff-routes.web.tsx";

const known: Readonly<Record<(typeof menuIcons)[number], LucideIcon>> = {
  archive: Archive,
  award: Award,
  banknote: Banknote,
  plug: Plug,
  "book-open": BookOpen,
  "building-2": Building2,
  "calendar-days": CalendarDays,
  "clipboard-list": ClipboardList,
  "file-text": FileText,
  gauge: Gauge,
  "graduation-cap": GraduationCap,
  "key-round": KeyRound,
  "life-buoy": LifeBuoy,
  mail: Mail,
  scale: Scale,
  "scroll-text": ScrollText,
  users: Users,
};

const iconOf = (name: string): LucideIcon => (known as Record<string, LucideIcon>)[name] ?? Circle;

/** The pages that one may open, in the blocks that the college gave them. */
export function StaffMenu({ menu: { groups, me } }: { menu: Menu }) {
  if (!groups.some(({ pages, subgroups }) => [{ pages }, ...subgroups].some((block) => block.pages.some(isShown))))
    return (
      <p className="px-3.5 pb-8 text-soft">
        {me.mustEnrol
          ? "Your pages stand here as soon as the second factor is set up."
          : "You may open no page yet. Ask an administrator of the portal for those that your work needs."}
      </p>
    );
  return (
    <ul className="grid gap-1 pb-8">
      {groups.map((group) => (
        <Block key={group.name} of={group} />
      ))}
    </ul>
  );
}

/** One block, which folds: on this device it stays as it was left. */
function Block({ of: { name, icon, pages, subgroups } }: { of: Menu["groups"][number] }) {
  const { pathname } = useLocation();
  const folded = useKeptWords(FOLDED) ?? [];
  const Icon = iconOf(icon);
  const parts = [{ name: "", pages }, ...subgroups].map((part) => ({ ...part, pages: part.pages.filter(isShown) }));
  const shown = parts.flatMap((part) => part.pages);
  if (shown.length === 0) return null;
  const word = name.toLowerCase().replace(/\W+/g, "_");
  const isOpen = !folded.includes(word);
  return (
    <li>
      <details open={isOpen}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control; Enter and Space click it */}
        <summary
          className="menu-group"
          data-here={!isOpen && shown.some(({ link }) => isAt(link, pathname)) ? "" : undefined}
          onClick={(event) => {
            event.preventDefault();
            keepWords(FOLDED, isOpen ? [...folded, word] : folded.filter((one) => one !== word));
          }}
        >
          <h2>
            <Icon aria-hidden className="size-4 shrink-0" />
            {name}
          </h2>
          <ChevronDown aria-hidden className="menu-fold" />
        </summary>
        {parts.map((part) => (
          <div key={part.name}>
            {part.name && part.pages.length > 0 && <h3 className="menu-subgroup">{part.name}</h3>}
            <ul>
              {part.pages.map((page) => (
                <li key={`${page.link} ${page.name}`}>
                  <Entry page={page} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </li>
  );
}

const FOLDED = "folded";

const isAt = (link: string, pathname: string) => pathname === link || pathname.startsWith(`${link}/`);

const isShown = ({ key }: MenuPage) => hasScreen(key);

function Entry({ page: { name, link, title } }: { page: MenuPage }) {
  const { pathname } = useLocation();
  if (!link.startsWith("/"))
    return (
      <a href={link} title={title} target="_blank" rel="noopener noreferrer" className="menu-entry">
        {name}
        <ExternalLink aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">, in a new tab</span>
      </a>
    );
  return (
    <Link to={link} title={title} className="menu-entry" aria-current={isAt(link, pathname) ? "page" : undefined}>
      {name}
    </Link>
  );
}

/** The same on a narrow screen: over the page, from its left edge. */
export function StaffDrawer({ menu, onHide }: { menu: Menu; onHide(): void }) {
  const modal = useModal(onHide);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      {...modal}
      className="drawer"
      aria-label="Menu"
      onClick={({ target, currentTarget }) => target === currentTarget && onHide()}
    >
      <div className="flex justify-end p-1">
        <button type="button" className="icon-button" onClick={onHide}>
          <X aria-hidden className="size-5" />
          <span className="sr-only">Close the menu</span>
        </button>
      </div>
      <nav aria-label="Pages">
        <StaffMenu menu={menu} />
      </nav>
    </dialog>
  );
}
