import { Check, Circle, Minus, TriangleAlert } from "lucide-react";

const looks = {
  good: { box: "border-good bg-good-tint text-good", dot: "border-good bg-good", text: "text-good", Icon: Check },
  info: { box: "border-info bg-info-tint text-info", dot: "border-info bg-info", text: "text-info", Icon: Circle },
  warn: {
    box: "border-warn bg-warn-tint text-warn",
    dot: "border-warn bg-warn",
    text: "text-warn",
    Icon: TriangleAlert,
  },
  bad: { box: "border-bad bg-bad-tint text-bad", dot: "border-bad bg-bad", text: "text-bad", Icon: TriangleAlert },
  plain: { box: "border-edge bg-surface text-ink", dot: "border-edge bg-surface", text: "text-soft", Icon: Minus },
} as const;

export type BadgeLook = keyof typeof looks;

/** The four words with their colours, and what each colour says. Specification 2. */
const states = {
  Complete: { look: "good", meaning: "full requirement met" },
  "In Progress": { look: "info", meaning: "partly uploaded" },
  Pending: { look: "bad", meaning: "nothing uploaded" },
  "Action Needed": { look: "plain", meaning: "upload optional" },
} as const;

export type BadgeState = keyof typeof states;

const shape =
  "inline-flex w-max max-w-full items-center gap-1.5 rounded-control border px-1.5 py-0.5 font-semibold text-small";

/** What stands for a state: a dot of its colour and its word. It is small print: the state in one's own words speaks first. */
export function Badge({ state }: { state: BadgeState }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-small text-soft">
      <span aria-hidden className={`size-2.5 shrink-0 rounded-full border ${looks[states[state].look].dot}`} />
      {state}
    </span>
  );
}

/** A word of one's own in a box: a colour, a sign and a word, never the colour alone. */
export function WordBadge({ look, word }: { look: BadgeLook; word: string }) {
  const { box, Icon } = looks[look];
  return (
    <span className={`${shape} ${box}`}>
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={2.5} />
      {word}
    </span>
  );
}

/** The same without its box, for a column where a hundred of them stand under each other. */
export function StateWord({ look, word }: { look: BadgeLook; word: string }) {
  const { text, Icon } = looks[look];
  return (
    <span className={`flex items-center gap-1.5 ${text}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2.5} />
      {word}
    </span>
  );
}

/** Where something stands, in a line that is read first. */
export function StateLine({ look, words }: { look: BadgeLook; words: string }) {
  const { text, Icon } = looks[look];
  return (
    <span className={`flex items-start gap-2 font-semibold ${text}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" strokeWidth={2.5} />
      {words}
    </span>
  );
}

/** What each colour says, made of the badges themselves so that it cannot drift from them. Folded to a line on a phone. */
export function BadgeLegend() {
  return (
    <>
      <details className="open:basis-full sm:hidden">
        <summary className="cursor-pointer py-2.5 text-small text-soft">
          Colours<span className="sr-only"> and what they mean</span>
        </summary>
        <Meanings className="grid gap-1 pb-2" />
      </details>
      <Meanings className="hidden flex-wrap gap-x-5 gap-y-1 py-2 sm:flex" />
    </>
  );
}

const Meanings = ({ className }: { className: string }) => (
  <ul aria-label="What the colours mean" className={`text-small text-soft ${className}`}>
    {(Object.keys(states) as BadgeState[]).map((state) => (
      <li key={state}>
        <Badge state={state} />: {states[state].meaning}
      </li>
    ))}
  </ul>
);
