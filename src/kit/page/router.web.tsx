import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
} from "react";
import { matched } from "../call/address.web.ts";

/** Where the reader is. `state` is what the last screen handed over; it lives in the browser's history. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly state: unknown;
}

const PlaceNow = createContext<Place>({ pathname: "/", search: "", state: null });
const ParamsNow = createContext<Readonly<Record<string, string>>>({});

/** Told to the window when a link or a page leads elsewhere. */
export const MOVED = "router-moved";

const placeOf = (): Place => ({ pathname: location.pathname, search: location.search, state: history.state });

/** Follows the browser's address. The last screen stays until the next one is loaded. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(placeOf);
  useEffect(() => {
    const follow = () => startTransition(() => setPlace(placeOf()));
    const gone = new AbortController();
    addEventListener("popstate", follow, { signal: gone.signal });
    addEventListener(MOVED, follow, { signal: gone.signal });
    follow(); // A screen may have moved on before this listened.
    return () => gone.abort();
  }, []);
  return <PlaceNow value={place}>{children}</PlaceNow>;
}

/** Stands at one address: for drawings at build. */
export function StaticRouter({ pathname, children }: { pathname: string; children: ReactNode }) {
  const place = useMemo(() => ({ pathname, search: "", state: null }), [pathname]);
  return <PlaceNow value={place}>{children}</PlaceNow>;
}

export interface Move {
  readonly replace?: boolean;
  readonly state?: unknown;
}

function navigate(to: string, { replace = false, state = null }: Move = {}): void {
  const { href, pathname } = new URL(to, location.href);
  if (!replace || pathname !== location.pathname) scrollTo(0, 0);
  history[replace || href === location.href ? "replaceState" : "pushState"](state, "", to);
  dispatchEvent(new Event(MOVED));
}

export const useNavigate = () => navigate;
export const useLocation = (): Place => use(PlaceNow);
export const useParams = (): Readonly<Record<string, string | undefined>> => use(ParamsNow);

export function useSearchParams(): readonly [URLSearchParams] {
  const { search } = useLocation();
  return useMemo(() => [new URLSearchParams(search)] as const, [search]);
}

/** Goes there as soon as it is shown. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  useEffect(() => navigate(to, { replace }), [to, replace]);
  return null;
}

export interface LinkParts extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  readonly to: string;
  readonly state?: unknown;
}

/** A link inside the portal. Whatever the browser does with other links (new tab, download) it does with this one. */
export function Link({ to, state, onClick, ...rest }: LinkParts) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const other = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || other || event.currentTarget.target) return;
    event.preventDefault();
    navigate(to, { state });
  };
  return <a {...rest} href={to} onClick={follow} />;
}

/** The first address of the list that fits, or `otherwise`. */
export function Routes({ list, otherwise }: { list: readonly (readonly [string, ReactNode])[]; otherwise: ReactNode }) {
  const { pathname } = useLocation();
  for (const [pattern, screen] of list) {
    const params = matched(pattern, pathname);
    if (params)
      return (
        <ParamsNow key={pattern} value={params}>
          {screen}
        </ParamsNow>
      );
  }
  return otherwise;
}
