import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Asked } from "./list.asked.part.page.tsx";

const PAUSE_MS = 250;

/** Narrows the list by words. The address follows at a pause in typing, without a step for Back at each. */
export function SearchBox({ searched, asked }: { searched: string; asked: Asked }) {
  const { q } = asked.query;
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(q);
  useEffect(() => {
    // Back, a saved view or "Clear filters" asked for something else than what was typed.
    if (q !== sent.current) setTyped(q);
    sent.current = q;
  }, [q]);
  const ask = (text: string) => {
    sent.current = text.trim();
    asked.replace({ q: text.trim() });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, PAUSE_MS, text);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="search-box">
      <Search aria-hidden className="size-4 shrink-0 text-soft" />
      <input
        type="search"
        aria-label={`Search by ${searched}`}
        placeholder={`Search by ${searched}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            clearTimeout(timer.current);
            ask(typed);
          } else if (event.key === "Escape" && typed) {
            event.preventDefault();
            type("");
          }
        }}
      />
      <kbd aria-hidden className="key">
        /
      </kbd>
    </search>
  );
}
