import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { call } from "#kit/call/call.web.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { type Choice, choice } from "../record/record.contract.ts";

const PAUSE_MS = 200;
const FRESH_MS = 60_000;

/** What a reference to this noun can be chosen from, as the definition of every record says. */
const choicesOf = (noun: string, query: string) =>
  get(`/staff/ms_${noun}/choices?${query}`, "To choose from", v.array(choice));

const question = (noun: string, query: string) => ({
  queryKey: ["choices", noun, query],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(choicesOf(noun, query), { signal })) as Choice[],
  staleTime: FRESH_MS,
});

/**
 * The first records that hold what was typed, at a pause in typing; read only while somebody looks. `answersTyped` is
 * false as long as they are the answer to an earlier question: nothing may be chosen of them then.
 */
export function useChoices(noun: string, typed: string, looking: boolean) {
  const [words, setWords] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(setWords, PAUSE_MS, typed);
    return () => clearTimeout(timer);
  }, [typed]);
  const read = useQuery({
    ...question(noun, `q=${encodeURIComponent(words.trim())}`),
    enabled: looking && noun !== "",
    placeholderData: keepPreviousData,
  });
  return { read, answersTyped: words.trim() === typed.trim() && read.isSuccess && !read.isPlaceholderData };
}

/** The record behind an `_id`, with its name; `known` where a screen knows it already. */
export function useChoiceOf(noun: string, id: string, known: Choice | undefined): Choice | null {
  const read = useQuery({
    ...question(noun, `id=${encodeURIComponent(id)}`),
    enabled: id !== "" && known === undefined && noun !== "",
  });
  if (id === "") return null;
  return known ?? read.data?.find(({ _id }) => _id === id) ?? { _id: id, label: read.isPending ? "…" : "Chosen" };
}
