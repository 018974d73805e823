import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { NoticePost } from "../notice/notice.post.part.page.tsx";
import { mayBeRecalled, stateLooks } from "../notification.rules.ts";
import { RecallDialog } from "../notification.staff-confirm.part.page.tsx";
import { type ClassNotice, type OwnClass, readClassNotices, readOwnClasses } from "./class-notice.contract.ts";

const PAGE = "/staff/class-notices";

const Compose = opened(() => import("./class-notice.staff-compose.part.page.tsx").then((part) => part.TellCourses));

/** `/staff/class-notices`: the courses that somebody teaches, what one of them was told, and a new notice to some or one of them. */
export function ClassNoticesPage() {
  const { pathname } = useLocation();
  const teaches = useRight("class-notices.change");
  const heads = useRight("notifications.change");
  const writes = teaches || heads;
  const id = matched(`${PAGE}/:id`, pathname)?.id;
  const told = matched(`${PAGE}/:id/new`, pathname)?.id;
  if (told || id === "new") return writes ? <Compose to={told} /> : <NoAccess name="Class notices: change" />;
  return id ? <OneClass key={id} id={id} writes={writes} /> : <OwnClasses writes={writes} />;
}

const NewNotice = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="button">
    <Send aria-hidden className="size-4" />
    {children}
  </Link>
);

function OwnClasses({ writes }: { writes: boolean }) {
  const read = useRead(readOwnClasses);
  return (
    <>
      <ConsoleHeading title="Class notices">
        {writes && (read.data?.length ?? 0) > 0 && <NewNotice to={`${PAGE}/new`}>New notice</NewNotice>}
      </ConsoleHeading>
      <Read from={read} waiting={<div className="bone late h-40 max-w-3xl" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No courses yet"
              text="You teach no course of the session that runs. Your head of department allocates courses."
            />
          ) : (
            <ul className="card max-w-3xl divide-y divide-line">
              {list.map((one) => (
                <ClassLine key={one._id} of={one} />
              ))}
            </ul>
          )
        }
      </Read>
    </>
  );
}

const ClassLine = ({ of: { _id, code, name, students } }: { of: OwnClass }) => (
  <li className="relative flex min-h-(--control) flex-wrap items-center justify-between gap-x-4 px-5 py-3">
    <Link to={`${PAGE}/${_id}`} className="link min-w-0 font-semibold after:absolute after:inset-0">
      {code} {name}
    </Link>
    <span className="text-soft">{asCount(students, "student", "students")}</span>
  </li>
);

const SOON_MS = 2_000;

function OneClass({ id, writes }: { id: string; writes: boolean }) {
  const read = useQuery({
    queryKey: [readClassNotices.path, id],
    queryFn: ({ signal }) => call(readClassNotices, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.notices.some(isOnItsWay) ? SOON_MS : false),
  });
  return (
    <Read from={read} waiting={<div className="bone late h-40 max-w-3xl" />}>
      {(found) => <ToldClass found={found} writes={writes} />}
    </Read>
  );
}

/** Whether another look soon shows something new. */
const isOnItsWay = ({ state, sendAt }: ClassNotice) =>
  state === "Sending" || (state === "Waiting" && Date.parse(sendAt) <= Date.now());

function nothingTold(runs: boolean, students: number): string {
  if (!runs) return "The students of this class were told nothing.";
  return students === 0
    ? "Nobody has an approved registration of this course, so there is nobody to tell."
    : "What you tell the students of this course stands here, with how many have read it.";
}

function ToldClass({ found, writes }: { found: Replied<typeof readClassNotices>; writes: boolean }) {
  const { _id, code, name, students, runs } = found.class;
  return (
    <>
      <ConsoleHeading title={`${code} ${name}`} note={asCount(students, "student", "students")}>
        <Link to={PAGE} className="button button-quiet">
          Back to class notices
        </Link>
        {writes && runs && students > 0 && <NewNotice to={`${PAGE}/${_id}/new`}>New notice</NewNotice>}
      </ConsoleHeading>
      {!runs && (
        <p className="mb-4 max-w-prose text-soft">
          This class is of a session that does not run now, so it is told nothing more. The class of this session has
          its own page, under Class notices.
        </p>
      )}
      {found.notices.length === 0 ? (
        <EmptyState title={runs ? "No notices yet" : "No notices"} text={nothingTold(runs, students)} />
      ) : (
        <ul className="grid max-w-3xl gap-4">
          {found.notices.map((one) => (
            <li key={one._id}>
              <Told notice={one} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Told({ notice }: { notice: ClassNotice }) {
  const { _id, title, post, state, channel, people, read, sendAt, writtenby, own, towhom } = notice;
  const { shown, show, hide } = useShown();
  const seen = channel === "E-mail" ? "" : `, ${asFigure(read)} read it on the portal`;
  return (
    <article className="card p-5">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-large">{title}</h2>
        <WordBadge look={stateLooks[state]} word={state} />
        <p className="w-full text-small text-soft">
          {own ? "You" : writtenby}, {asMinute(sendAt)}. {towhom}
        </p>
      </div>
      <NoticePost text={post} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-soft">
          {asCount(people, "student has", "students have")} got it{seen}
        </p>
        {own && mayBeRecalled(state) && (
          <button type="button" className="button button-quiet" onClick={show}>
            Recall
          </button>
        )}
      </div>
      {shown && <RecallDialog id={_id} title={title} onHide={hide} />}
    </article>
  );
}
