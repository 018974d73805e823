import { applicationsInWords } from "#applications/application/application.rules.ts";
import { type Listed, useAsked, useListPage } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { Deeds } from "./recommendation.dialog.page.tsx";
import { standings } from "./recommendation.reasons.contract.ts";

interface ChosenParts {
  readonly of: Listed;
  readonly picked: Picked;
  /** Whether the college asks for countersignatures. */
  readonly asked: boolean;
  /** When the desk was read. */
  readonly now: string;
}

/** What can be done with the selected applications, as far as they stand alike. */
export function ChosenDeeds({ of, picked, asked, now }: ChosenParts) {
  const { query } = useAsked(of);
  const page = useListPage(of, query).data;
  const { ids } = picked.chosen;
  // Of rows on other pages only the filters tell.
  const seen = ids ? (page?.list ?? []).filter(({ _id }) => ids.includes(_id)) : [];
  const alike = (name: "state" | "answer") => query.filters[name] ?? one(seen.map((row) => String(row[name] ?? "")));
  const standing = standings.find((known) => known === alike("state"));
  if (!standing)
    return (
      <p className="self-center text-small text-soft">
        {ids ? "Select applications that stand alike" : "Choose above where they stand first"}
      </p>
    );
  const named = applicationsInWords(picked.chosen.count);
  // Of rows on other pages the time tells when they were looked at last.
  const latest = seen
    .map((row) => String(row.decidedAt ?? ""))
    .sort()
    .at(-1);
  const seenAt = (seen.length === ids?.length && latest) || now;
  return (
    <Deeds
      picked={{ ...picked, named }}
      standing={standing}
      answer={alike("answer") ?? ""}
      seenAt={seenAt}
      asked={asked}
    />
  );
}

/** What all of them are; undefined where they differ. */
const one = (found: readonly string[]): string | undefined => (new Set(found).size === 1 ? found[0] : undefined);
