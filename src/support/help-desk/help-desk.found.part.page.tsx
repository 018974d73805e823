import { useQuery } from "@tanstack/react-query";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { findPeople } from "./help-desk.contract.ts";

/** Whom some words mean; nobody is asked for none. */
export const useFound = (q: string) =>
  useQuery({
    queryKey: [findPeople.path, q],
    queryFn: ({ signal }) => call(withQuery(findPeople, new URLSearchParams({ q }).toString()), { signal }),
    enabled: q !== "",
    retry: false,
    staleTime: 60_000,
  });
