import { ExternalLink, X } from "lucide-react";
import type { Menu, MenuPage } from "#access/menu/menu.contract.ts";
import { useModal } from "#kit/modal.web.ts";
import { Link, useLocation } from "#kit/router.web.tsx";
import { iconOf } from "./staff-icons.web.tsx";
import { hasScreen } from "./staff-routes.web.tsx";

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
    <ul className="grid gap-4 pb-8">
      {groups.map(({ name, icon, pages, subgroups }) => {
        const Icon = iconOf(icon);
        const blocks = [{ name: "", pages }, ...subgroups].map((block) => ({
          ...block,
          pages: block.pages.filter(isShown),
        }));
        if (blocks.every((block) => block.pages.length === 0)) return null;
        return (
          <li key={name}>
            <h2 className="menu-group">
              <Icon aria-hidden className="size-4 shrink-0" />
              {name}
            </h2>
            {blocks.map((block) => (
              <div key={block.name}>
                {block.name && block.pages.length > 0 && <h3 className="menu-subgroup">{block.name}</h3>}
                <ul>
                  {block.pages.map((page) => (
                    <li key={`${page.link} ${page.name}`}>
                      <Entry page={page} />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

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
  const isHere = pathname === link || pathname.startsWith(`${link}/`);
  return (
    <Link to={link} title={title} className="menu-entry" aria-current={isHere ? "page" : undefined}>
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
