import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { readOwnHolds } from "./hold.contract.ts";
import { blockedList } from "./hold.rules.ts";

/** `/student/holds`. */
export function StudentHoldsPage() {
  const read = useRead(readOwnHolds);
  return (
    <>
      <PageHeading title="Holds" subtitle="What keeps you from something, and where to go" />
      <Read from={read} waiting={<CardBones />}>
        {(holds) =>
          holds.length === 0 ? (
            <EmptyState title="No holds" text="Nothing on your record keeps you from anything." />
          ) : (
            <div className="grid items-start gap-4 md:grid-cols-2">
              {holds.map(({ _id, kind, blocks, reason, office, createdAt }) => (
                <Card
                  key={_id}
                  title={`You cannot ${blockedList(blocks)}`}
                  beside={<WordBadge look="bad" word={kind} />}
                >
                  <p className="whitespace-pre-line">{reason}</p>
                  <p>
                    <span className="block text-small text-soft">Where to go</span>
                    <strong>{office}</strong>
                  </p>
                  <p className="text-small text-soft">Since {asDay(createdAt)}</p>
                </Card>
              ))}
            </div>
          )
        }
      </Read>
    </>
  );
}
