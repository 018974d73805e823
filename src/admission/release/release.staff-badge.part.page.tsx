import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import type { ReleaseState } from "./release.states.contract.ts";

const looks: Readonly<Record<ReleaseState, BadgeLook>> = {
  Draft: "plain",
  Proposed: "info",
  Approved: "info",
  Releasing: "info",
  Released: "good",
  Withdrawn: "plain",
  Recalled: "bad",
};

/** Where a list stands. */
export const ReleaseBadge = ({ state }: { state: ReleaseState }) => <WordBadge look={looks[state]} word={state} />;
