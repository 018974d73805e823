import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readMatrix } from "../permission.contract.ts";
import type { PagePair } from "../permission.rules.ts";
import { groupPermissions } from "./group-permission.contract.ts";

export type MatrixContent = Replied<typeof readMatrix>;
export type MatrixGroup = MatrixContent["groups"][number];
export type MatrixPage = MatrixContent["blocks"][number]["pages"][number];
/** The right to open a page, or to change what stands on it. */
export type PageRight = "opens" | "changes";

export const OWN =
  "You belong to this group. Nobody raises their own rights, so somebody else gives and takes its pages";

/** What was done last, or why it was not. */
export interface GrantNews {
  readonly isBad: boolean;
  readonly text: string;
}

/**
 * Gives and takes pages, at once. Whoever may change a page opens it too: the right to change brings the other along, and
 * goes with it.
 */
export function useGrants({ granted }: MatrixContent) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [news, setNews] = useState<GrantNews | null>(null);
  const grantOf = (group: MatrixGroup, page: MatrixPage | null) =>
    granted.find((one) => one.page === page?._id && one.group === group._id);
  const keep = (change: (granted: MatrixContent["granted"]) => MatrixContent["granted"]) =>
    queries.setQueryData<MatrixContent>(
      [readMatrix.path, null],
      (now) => now && { ...now, granted: change(now.granted) },
    );

  const give = async (group: MatrixGroup, page: MatrixPage) => {
    const body = { page: page._id, group: group._id };
    const { _id } = await call(groupPermissions.calls.create, { body, attempt: newAttempt() });
    keep((now) => [...now, { _id, ...body }]);
    // The right to open the page came with it.
    if (/\.(approve|advise)$/.test(page.key ?? "")) await queries.invalidateQueries({ queryKey: [readMatrix.path] });
  };
  const take = async (_id: string) => {
    await call(groupPermissions.calls.remove, { params: { id: _id }, attempt: newAttempt() });
    keep((now) => now.filter((one) => one._id !== _id));
  };

  return {
    news,
    has: (group: MatrixGroup, page: MatrixPage | null) => grantOf(group, page) !== undefined,
    isBusy: (group: MatrixGroup, pair: PagePair<MatrixPage>) => busy.has(`${group._id} ${pair.name}`),
    async toggle(group: MatrixGroup, pair: PagePair<MatrixPage>, right: PageRight) {
      const mark = `${group._id} ${pair.name}`;
      if (group.isOwn) return setNews({ isBad: true, text: OWN });
      if (busy.has(mark)) return;
      setBusy((now) => new Set([...now, mark]));
      const [opens, changes] = [grantOf(group, pair.opens), grantOf(group, pair.changes)];
      try {
        const isTaken = (right === "opens" ? opens : changes) !== undefined;
        if (isTaken) {
          if (changes) await take(changes._id);
          if (right === "opens" && opens) await take(opens._id);
        } else {
          if (!opens && pair.opens) await give(group, pair.opens);
          if (right === "changes" && pair.changes) await give(group, pair.changes);
        }
        const deed = right === "opens" ? "opens" : "changes";
        setNews({ isBad: false, text: `${group.name} ${isTaken ? `no longer ${deed}` : deed} ${pair.name}` });
      } catch (failure) {
        setNews({ isBad: true, text: sentenceOf(failure) });
        await queries.invalidateQueries({ queryKey: [readMatrix.path] });
      }
      setBusy((now) => new Set([...now].filter((one) => one !== mark)));
    },
  };
}

export type GrantChanges = ReturnType<typeof useGrants>;
