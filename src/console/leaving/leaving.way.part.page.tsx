import { useNavigate } from "#kit/page/router.web.tsx";

/** Where somebody was going who has not saved; null for a way back. */
export type Way = { readonly to: string | null };

interface Held {
  ask(way: Way): void;
  /** Of the screen that holds. */
  readonly href: string;
  readonly state: unknown;
}

let held: Held | null = null;

/** From here on `ask` is told of each way out of this screen, and none is taken; answers how to stop. */
export function hold(ask: Held["ask"]): () => void {
  const own: Held = { ask, href: location.href, state: history.state };
  held = own;
  return () => {
    if (held === own) held = null;
  };
}

/** Whoever was asked has decided. */
export const letGo = (): void => {
  held = null;
};

/** Goes to another screen, unless something here is not saved: then its reader is asked first. */
export function useLeave(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => (held ? held.ask({ to }) : navigate(to));
}

/** Stands in each way out of a screen that holds. Before the router listens: else Back has left before it is asked. */
export function watchLeaving(): void {
  addEventListener("popstate", (event) => {
    if (!held) return;
    event.stopImmediatePropagation();
    history.pushState(held.state, "", held.href);
    held.ask({ to: null });
  });
  addEventListener("beforeunload", (event) => held && event.preventDefault());
  document.addEventListener("click", stopAtLink, { capture: true });
}

function stopAtLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isElsewhere = link && !link.target && !link.download && link.origin === location.origin && !link.hash;
  const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!held || !isElsewhere || isOther) return;
  event.preventDefault();
  event.stopPropagation();
  held.ask({ to: link.pathname + link.search });
}
