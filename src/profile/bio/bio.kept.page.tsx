import { useEffect, useState } from "react";
import { draftKeeper, type Keeper } from "#kit/draft/draft-keeper.web.ts";
import { placeOfDraft } from "#kit/draft/draft-place.web.ts";
import { type Draft as Kept, readDraft } from "#kit/draft/draft-shelf.web.ts";
import type { Draft } from "./bio.draft.contract.ts";

/** The bio as it was typed before this page was loaded, and what keeps it from here on; null where nothing is kept. */
export interface KeptBio {
  readonly found: Kept<Draft> | undefined;
  readonly keeper: Keeper<Draft> | null;
}

/** All steps are one draft. Undefined while it is looked for. */
export function useKeptBio(): KeptBio | undefined {
  const [kept, setKept] = useState<KeptBio>();
  useEffect(() => {
    const place = placeOfDraft("bio");
    if (!place) return setKept({ found: undefined, keeper: null });
    const over = new AbortController();
    const keeper = draftKeeper<Draft>(place, over.signal);
    void readDraft<Draft>(place).then((found) => setKept({ found, keeper }));
    return () => over.abort();
  }, []);
  return kept;
}
