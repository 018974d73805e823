import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { call } from "#kit/call/call.web.ts";
import { useLocation, useNavigate } from "#kit/page/router.web.tsx";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import type { Coming, Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { useGiven } from "../rights/rights.given.part.page.tsx";
import { type Askable, addressOf, asked, presetQuery, type Query, readQuery, whole } from "./list.rules.ts";

/** What a list needs to know of its noun: a record's or an assignment's definition. */
export interface Listed extends Askable {
  readonly noun: string;
  readonly one: string;
  readonly many: string;
  readonly page: string;
  readonly link: string;
  /** What a form holds. */
  readonly facts: readonly Field[];
  /** What a row shows: that, and what deeds alone change. */
  readonly shown: readonly Field[];
  /** What it can be narrowed by: those, and days between which it lies. */
  readonly filterable: readonly Field[];
  readonly columns: readonly PropertyKey[];
  readonly searched: string | null;
  readonly comes?: Coming;
  readonly none?: { readonly title: string; readonly text: string };
  readonly settled?: Readonly<Record<string, string>>;
  readonly calls: { readonly list: AnyEndpoint; readonly export: AnyEndpoint; readonly read?: AnyEndpoint };
}

export interface ListPage {
  readonly list: readonly Row[];
  readonly next: string | null;
  readonly total: number | "10,000+";
}

/** A call with a query string, which its path does not have. */
export const withQuery = <E extends AnyEndpoint>(endpoint: E, query: string): E =>
  query ? { ...endpoint, path: `${endpoint.path}?${query}` } : endpoint;

/** Whoever comes back within half a minute sees what was read, at once. */
const FRESH_MS = 30_000;

function question(of: Listed, query: Query) {
  const { list } = of.calls;
  const text = asked(of, query);
  return {
    queryKey: [list.path, text],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(withQuery(list, text), { signal })) as ListPage,
    staleTime: FRESH_MS,
  };
}

/** One page of a list. The last one stays until the next is there. */
export const useListPage = (of: Listed, query: Query) =>
  useQuery({ ...question(of, query), placeholderData: keepPreviousData });

/** Reads a page ahead, before its button is pressed. */
export function useReadAhead(of: Listed): (query: Query) => void {
  const queries = useQueryClient();
  return (query) => void queries.prefetchQuery(question(of, query));
}

/** A page from what was read, or from the server: for the way from record to record. */
export function useFetchPage(of: Listed): (query: Query) => Promise<ListPage> {
  const queries = useQueryClient();
  return (query) => queries.fetchQuery(question(of, query));
}

/** What the address asks the list for, and the ways to ask for something else. */
export function useAsked(of: Listed) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { presets } = useGiven();
  const { query, preset } = useMemo(() => {
    const given = [...new URLSearchParams(search)];
    const usual = presetQuery(of, given, presets);
    return { query: usual ?? readQuery(of, given), preset: usual };
  }, [of, search, presets]);
  const to = useCallback(
    (part: Partial<Query>) => {
      const text = addressOf(of, { ...query, after: "", ...part }, presets);
      return text ? `${pathname}?${text}` : pathname;
    },
    [of, pathname, query, presets],
  );
  return {
    query,
    /** Whether the list is as it begins by itself: what narrows it then is nobody's wish. */
    isUsual: preset !== null || whole(query) === "",
    /** The address that asks for something else, from the first row on unless told otherwise. */
    to,
    push: useCallback((part: Partial<Query>) => navigate(to(part)), [navigate, to]),
    replace: useCallback((part: Partial<Query>) => navigate(to(part), { replace: true }), [navigate, to]),
    /** The pages before this one, where the person came through them. */
    trail: trailIn(state),
  };
}

export type Asked = ReturnType<typeof useAsked>;

const trailIn = (state: unknown): readonly string[] | null => {
  const trail = (state as { trail?: unknown } | null)?.trail;
  return Array.isArray(trail) ? trail.map(String) : null;
};

/**
 * Of some ways to narrow a list, each a query string, the one that an address holds: every field that it names has its
 * value, whatever else the list is narrowed or ordered by. The one that names most, where several do.
 */
export function heldOf(ways: readonly string[], address: string): string | undefined {
  const held = new URLSearchParams(address);
  const namedBy = (way: string) => [...new URLSearchParams(way)].filter(([name]) => name !== "sort");
  return ways
    .filter((way) => namedBy(way).every(([name, value]) => held.get(name) === value))
    .sort((one, other) => namedBy(other).length - namedBy(one).length)[0];
}
