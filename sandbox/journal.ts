import type { Call } from "./http.ts";

export interface Entry {
  at: string;
  method: string;
  path: string;
  authorization: string;
  body: string;
}

/** The last thousand requests of merchants, as they came. */
export interface Journal {
  note(call: Call, at: number): void;
  entries(): readonly Entry[];
}

export function openJournal(): Journal {
  const entries: Entry[] = [];
  return {
    note({ method, path, authorization, body }, at) {
      entries.push({ at: new Date(at).toISOString(), method, path, authorization, body });
      if (entries.length > 1000) entries.shift();
    },
    entries: () => entries,
  };
}
