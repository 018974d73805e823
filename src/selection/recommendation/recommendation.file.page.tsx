import type { Row } from "#console/record/record.contract.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Deeds } from "./recommendation.dialog.page.tsx";
import { standings } from "./recommendation.reasons.contract.ts";

/** What can be done with one application. */
export function FileDeeds({ row, asked }: { row: Row; asked: boolean }) {
  const reread = useReread();
  const standing = standings.find((known) => known === row.state);
  if (!standing) return null;
  const picked = { chosen: { ids: [row._id], count: 1 }, named: row._title, done: reread };
  return (
    <div className="deed-bar">
      <Deeds
        picked={picked}
        standing={standing}
        answer={String(row.answer ?? "")}
        seenAt={String(row.decidedAt ?? "")}
        asked={asked}
      />
    </div>
  );
}
