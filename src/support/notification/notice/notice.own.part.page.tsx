import { useEffect, useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { NoticesCalls, OwnNotice } from "./notice.contract.ts";
import { NoticePost } from "./notice.post.part.page.tsx";

/** What the college has told somebody, the newest first, by the calls of the area that he or she is in. */
export function OwnNotices({ of }: { of: NoticesCalls }) {
  const read = useRead(of.list);
  return (
    <Read from={read} waiting={<CardBones />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState
            title="No notices yet"
            text="When the college has something to tell you, it stands here. You do not have to do anything now."
          />
        ) : (
          <Notices of={of} list={list} />
        )
      }
    </Read>
  );
}

function Notices({ of, list }: { of: NoticesCalls; list: readonly OwnNotice[] }) {
  const reread = useReread();
  // What was new when the page was opened is marked for as long as it is open.
  const [fresh] = useState(() => new Set(list.filter(({ read }) => !read).map(({ _id }) => _id)));
  const [unread] = useState(() => [...fresh]);
  useEffect(() => {
    if (unread.length === 0) return;
    const told = unread.map((id) => call(of.read, { params: { id } }));
    // Whoever is offline now reads it as new again.
    void Promise.allSettled(told).then(reread);
  }, [of, unread, reread]);
  return (
    <ul className="grid max-w-3xl gap-4">
      {list.map(({ _id, title, post, sentAt, read }) => (
        <li key={_id} className={`card p-5 ${read && !fresh.has(_id) ? "" : "border-l-4 border-l-brand"}`}>
          <article>
            <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <h2 className="min-w-0 text-large">{title}</h2>
              {fresh.has(_id) && <WordBadge look="info" word="New" />}
              <p className="w-full text-small text-soft">{asMinute(sentAt)}</p>
            </div>
            <NoticePost text={post} />
          </article>
        </li>
      ))}
    </ul>
  );
}
