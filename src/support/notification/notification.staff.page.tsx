import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useEffect } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { type Fact, Facts } from "#kit/look/facts.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { NoticePreview } from "./notice/notice.post.part.page.tsx";
import { notifications, readDelivery } from "./notification.contract.ts";
import { mayBeRecalled, type NotificationState, stateLooks } from "./notification.rules.ts";
import { RecallDialog } from "./notification.staff-confirm.part.page.tsx";

type Found = Replied<typeof readDelivery>;

function Delivered({ of }: { of: Found }) {
  const mayOpenMails = useRight("mails");
  return (
    <section aria-labelledby="delivered" className="card px-5 py-4">
      <h2 id="delivered" className="text-large">
        What became of it
      </h2>
      <Facts list={deliveredFactsOf(of)} />
      {mayOpenMails && of.mails !== null && of.mails.failed > 0 && (
        <p className="mt-2">
          <Link to="/staff/mails?state=failed" className="link">
            See the mails that failed
          </Link>
        </p>
      )}
    </section>
  );
}

function deliveredFactsOf({ state, people, counted, read, mails }: Found): Fact[] {
  const reached = `${state === "Waiting" ? "Nobody yet" : state === "Stopped" ? "Nobody" : asFigure(people)} (${asFigure(counted)} when it was written)`;
  return [
    { label: "People", value: reached },
    ...(read === null ? [] : [{ label: "Read on the portal", value: `${asFigure(read)} of ${asFigure(people)}` }]),
    ...(mails === null
      ? []
      : [
          { label: "E-mails sent", value: asFigure(mails.sent) },
          { label: "E-mails that wait", value: asFigure(mails.waiting) },
          { label: "E-mails that failed", value: asFigure(mails.failed) },
          ...(mails.stopped > 0 ? [{ label: "E-mails stopped by the recall", value: asFigure(mails.stopped) }] : []),
        ]),
  ];
}

function Recall({ row }: { row: Row }) {
  const { shown, show, hide } = useShown();
  if (!mayBeRecalled(String(row.state))) return null;
  return (
    <>
      <button type="button" className="button button-danger" onClick={show}>
        Recall
      </button>
      {shown && <RecallDialog id={row._id} title={row._title} onHide={hide} />}
    </>
  );
}

const SOON_MS = 2_000;

function OneNotification({ id }: { id: string }) {
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
      <ConsoleHeading title={row._title} note={<WordBadge look={stateLooks[state]} word={state} />}>
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
        <NoticePreview title={row._title} post={read.data?.post ?? ""} />
      </div>
    </>
  );
}

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

const Compose = opened(() =>
  import("./notification.staff-compose.part.page.tsx").then((part) => part.ComposeNotification),
);

const NEW = `${notifications.link}/new`;

/** `/staff/notifications`: what was told to whom, one of them with what became of it, and a new one. */
export function NotificationsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("notifications.change");
  if (pathname === NEW) return mayChange ? <Compose /> : <NoAccess name="Notifications: change" />;
  const id = matched(`${notifications.link}/:id`, pathname)?.id;
  if (id) return <OneNotification key={id} id={id} />;
  return (
    <ListingScreens
      of={notifications}
      beside={
        mayChange && (
          <Link to={NEW} className="button">
            <Send aria-hidden className="size-4" />
            New notification
          </Link>
        )
      }
    />
  );
}
