import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";

const looks: Readonly<Record<string, BadgeLook>> = {
  Draft: "plain",
  Proposed: "info",
  Frozen: "good",
  Discarded: "bad",
};

export const StateBadge = ({ state }: { state: string }) => <WordBadge look={looks[state] ?? "plain"} word={state} />;
