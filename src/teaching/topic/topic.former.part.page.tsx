import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { copyTopics, readFormerTopics } from "./topic.contract.ts";

/** Shows the topics of the session before, and copies those that are ticked: all, unless one takes some away. */
export function FormerTopics({ of, onHide }: { of: string; onHide(): void }) {
  const former = useRead(readFormerTopics, { class: of });
  const reread = useReread();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = former.data?.list.filter(({ _id }) => !left.has(_id)).map(({ _id }) => _id) ?? [];
  const turn = (topic: string) => {
    const next = new Set(left);
    if (!next.delete(topic)) next.add(topic);
    setLeft(next);
  };
  return (
    <Confirm
      title={former.data?.session ? `Topics of ${former.data.session}` : "Topics of last year"}
      submit={`Copy ${asCount(chosen.length, "topic")}`}
      idle={chosen.length === 0}
      send={(attempt) => call(copyTopics, { body: { class: of, topics: chosen }, attempt })}
      onHide={onHide}
      onDone={reread}
    >
      <p className="mb-3">They come behind the topics that the class has. Their materials are not copied.</p>
      <Read from={former} waiting={<div className="bone h-32" />}>
        {({ list }) => (
          <ul>
            {list.map(({ _id, label, week }) => (
              <li key={_id}>
                <label className="flex min-h-(--control) cursor-pointer items-center gap-3 py-1">
                  <input
                    type="checkbox"
                    className="size-4.5 shrink-0"
                    checked={!left.has(_id)}
                    onChange={() => turn(_id)}
                  />
                  <span>
                    {label}
                    {week !== null && <span className="text-soft">, week {week}</span>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </Read>
    </Confirm>
  );
}
