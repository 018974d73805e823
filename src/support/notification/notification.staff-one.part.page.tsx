import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { Neighbours } from "#console/record/record.neighbours.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { type Fact, Facts } from "#kit/look/facts.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notifications, readDelivery } from "./notification.contract.ts";
import { Delivered } from "./notification.staff-delivered.part.page.tsx";
import { Preview } from "./notification.staff-preview.part.page.tsx";
import { Recall } from "./notification.staff-recall.part.page.tsx";
import type { NotificationState } from "./notification.states.contract.ts";

const SOON_MS = 2_000;

/** One notification: whom it was for, what became of it, and what its readers see. */
export function OneNotification({ id }: { id: string }) {
  const read = useRead(notifications.calls.read, { id });
  return (
    <ReadRecord from={read} of={notifications}>
      {(row) => <Shown row={row as Row} />}
    </ReadRecord>
  );
}

function Shown({ row }: { row: Row }) {
  const id = row._id;
  const mayChange = useRight("notifications.change");
  const reread = useReread();
  const read = useQuery({
    queryKey: [readDelivery.path, id],
    queryFn: ({ signal }) => call(readDelivery, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isOnItsWay(data, row) ? SOON_MS : false),
  });
  const state = read.data?.state ?? (row.state as NotificationState);
  useEffect(() => {
    if (state !== row.state) void reread();
  }, [state, row.state, reread]);
  return (
    <>
      <ConsoleHeading title={row._title} note={<WordBadge look={looks[state]} word={state} />}>
        <Neighbours of={notifications} id={id} />
        {mayChange && <Recall row={{ ...row, state }} />}
      </ConsoleHeading>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-4">
          <section aria-label="What it is" className="card px-5 py-2">
            <Facts list={factsOf(row)} />
          </section>
          <Read from={read} waiting={<div className="bone late h-40" />}>
            {(found) => <Delivered of={found} />}
          </Read>
        </div>
        <Preview title={row._title} post={read.data?.post ?? ""} />
      </div>
    </>
  );
}

const looks: Readonly<Record<NotificationState, BadgeLook>> = {
  Waiting: "plain",
  Sending: "info",
  Sent: "good",
  Recalled: "bad",
  Stopped: "bad",
};

/** Whether another look soon shows something new. */
const isOnItsWay = ({ state, mails }: Replied<typeof readDelivery>, { sendAt }: Row) =>
  state === "Sending" ||
  (state === "Waiting" && Date.parse(String(sendAt)) <= Date.now()) ||
  (mails !== null && mails.waiting > 0);

function factsOf({ towhom, channel, sendAt, createdAt, endedAt, madeby, ...row }: Row): Fact[] {
  const at = (time: unknown) => asMinute(String(time));
  const by = (who: unknown, time: unknown) => `${(who as Choice).label}, ${at(time)}`;
  return [
    { label: "For", value: String(towhom) },
    { label: "Channel", value: String(channel) },
    { label: "Written by", value: by(madeby, createdAt) },
    ...(Date.parse(String(sendAt)) - Date.parse(createdAt) > 1_000 ? [{ label: "Not before", value: at(sendAt) }] : []),
    ...(endedAt ? [{ label: "Sent", value: at(endedAt) }] : []),
    ...(row.recalledAt
      ? [
          { label: "Recalled by", value: by(row.recalledby, row.recalledAt) },
          { label: "Reason", value: String(row.recalled) },
        ]
      : []),
    ...(row.stopped ? [{ label: "Why it was stopped", value: String(row.stopped) }] : []),
  ];
}
