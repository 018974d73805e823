import { Check, Circle, Minus, TriangleAlert } from "lucide-react";

const looks = {
  good: { box: "border-good bg-good-tint text-good", Icon: Check },
  info: { box: "border-info bg-info-tint text-info", Icon: Circle },
  bad: { box: "border-bad bg-bad-tint text-bad", Icon: TriangleAlert },
  plain: { box: "border-edge bg-surface text-ink", Icon: Minus },
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

/** The look that goes with a word, for what stands around the badge. */
export const lookOf = (state: BadgeState): BadgeLook => states[state].look;

const shape =
  "inline-flex items-center gap-1.5 whitespace-nowrap rounded-control border px-1.5 py-0.5 font-semibold text-small";

/** What stands for a state: a colour, a sign and a word, never the colour alone. */
export const Badge = ({ state }: { state: BadgeState }) => <WordBadge look={states[state].look} word={state} />;

/** The same with a word of one's own. */
export function WordBadge({ look, word }: { look: BadgeLook; word: string }) {
  const { box, Icon } = looks[look];
  return (
    <span className={`${shape} ${box}`}>
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={2.5} />
      {word}
    </span>
  );
}

/** What each colour says, made of the badges themselves so that it cannot drift from them. */
export function BadgeLegend() {
  return (
    <ul aria-label="What the colours mean" className="flex flex-wrap gap-x-3 gap-y-2 text-small sm:gap-x-4">
      {(Object.keys(states) as BadgeState[]).map((state) => (
        <li key={state} className="flex grow basis-36 flex-col items-start gap-0.5 sm:grow-0 sm:basis-auto">
          <Badge state={state} />
          <span className="text-soft">{states[state].meaning}</span>
        </li>
      ))}
    </ul>
  );
}
