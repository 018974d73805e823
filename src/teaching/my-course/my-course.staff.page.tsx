import type { ComponentType } from "react";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { ownLetterLink } from "../course-allocation/course-allocation.rules.ts";
import { materials } from "../material/material.contract.ts";
import { topics } from "../topic/topic.contract.ts";
import { readMyCourse, readMyCourses } from "./my-course.contract.ts";
import { type Room, TopicsSection } from "./my-course-topics.staff.page.tsx";

const LINK = "/staff/my-courses";

const OwnLetterPaper = opened(() =>
  import("../course-allocation/course-allocation.print.part.page.tsx").then((part) => part.OwnLetterPaper),
);

interface RoomSection {
  readonly title: string;
  readonly Section: ComponentType<{ readonly room: Room }>;
}

/** The sections of a class's room, in their order: a noun adds its part here by one line. */
const sections: readonly RoomSection[] = [{ title: "Topics and materials", Section: TopicsSection }];

/** The classes that one teaches, the room of one, and every topic and material that the right reaches. */
export function MyCoursesPage() {
  const { pathname } = useLocation();
  for (const of of [topics, materials]) if (pathname.startsWith(of.link)) return <ListingScreens of={of} />;
  const letter = matched(ownLetterLink(":id"), pathname)?.id;
  if (letter) return <OwnLetterPaper key={letter} id={letter} back={LINK} />;
  const id = matched(`${LINK}/:class`, pathname)?.class;
  return id ? <RoomPage key={id} id={id} /> : <MyClasses />;
}

function MyClasses() {
  const mine = useRead(readMyCourses);
  return (
    <>
      <ConsoleHeading title="My courses" />
      <Read from={mine} waiting={<CardBones />}>
        {({ session, list, letter, reaches }) => (
          <>
            {letter !== null && (
              <p className="mb-3">
                <Link to={ownLetterLink(letter)} className="link inline-block py-2">
                  Your letter of allocation for {session}
                </Link>
              </p>
            )}
            {list.length === 0 && (
              <EmptyState
                title="No courses yet"
                text={
                  session === null
                    ? "No session runs at the moment. The registry opens one."
                    : `Nobody has allocated a course of ${session} to you. Your head of department does.`
                }
              />
            )}
            {[...Map.groupBy(list, ({ semester }) => semester)].map(([semester, classes]) => (
              <section key={semester} aria-labelledby={`semester-${semester}`} className="mb-6">
                <h2 id={`semester-${semester}`} className="mb-2 text-large">
                  {semesterTitle(semester)} <span className="font-normal text-soft">{session}</span>
                </h2>
                <ul className="grid gap-3 lg:grid-cols-2">
                  {classes.map((one) => (
                    <li key={one._id}>
                      <ClassCard of={one} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {reaches && <Others />}
          </>
        )}
      </Read>
    </>
  );
}

function ClassCard({ of }: { of: Replied<typeof readMyCourses>["list"][number] }) {
  return (
    <article className="card grid h-full content-start gap-1 px-4 py-3">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-large">
        <Link to={`${LINK}/${of._id}`} className="link min-w-0">
          {of.code} {of.name}
        </Link>
        {of.incharge && <WordBadge look="info" word="In charge" />}
      </h3>
      <p className="text-small text-soft">
        {asCount(of.units, "unit")}, {asCount(of.students, "student")}
        {of.programmes.length > 0 && `, ${of.programmes.join(", ")}`}
      </p>
      <p className={of.next === null ? "text-small text-soft" : "font-semibold"}>{of.next ?? "Nothing to do now"}</p>
    </article>
  );
}

/** For heads and whoever looks after quality: what stands in all rooms that they may look into. */
const Others = () => (
  <section aria-labelledby="others" className="card px-4 py-3">
    <h2 id="others" className="text-large">
      What your colleagues teach
    </h2>
    <p className="mt-1 flex flex-wrap gap-x-6">
      <Link to={topics.link} className="link inline-block py-2">
        All topics
      </Link>
      <Link to={materials.link} className="link inline-block py-2">
        All materials
      </Link>
    </p>
  </section>
);

const aboutRoom = { one: "Class", many: "My courses", called: "class", link: LINK };

function RoomPage({ id }: { id: string }) {
  const read = useRead(readMyCourse, { class: id });
  return (
    <ReadRecord from={read} of={aboutRoom}>
      {(room) => (
        <>
          <ConsoleHeading
            title={`${room.code} ${room.name}`}
            note={<span className="text-soft">{room.session}</span>}
          />
          {!room.isOwn && (
            <div className="mb-4">
              <Alert look="info" title="You look into this room">
                <p>Who teaches the class changes what stands here.</p>
              </Alert>
            </div>
          )}
          <p className="text-soft">{aboutClass(room)}</p>
          <p className="mb-5 flex flex-wrap gap-x-6">
            {elsewhere.map(([right, word, to]) => (
              <Elsewhere key={right} right={right} to={to(id)}>
                {word}
              </Elsewhere>
            ))}
          </p>
          <div className="grid gap-8">
            {sections.map(({ title, Section }) => (
              <section key={title} aria-label={title}>
                <h2 className="mb-3 text-large">{title}</h2>
                <Section room={room} />
              </section>
            ))}
          </div>
        </>
      )}
    </ReadRecord>
  );
}

/** What of a class stands on pages of their own, each with its right. */
const elsewhere: readonly (readonly [right: string, word: string, to: (id: string) => string])[] = [
  ["my-courses", "Marks", (id) => `${LINK}/${id}/marks`],
  ["lectures", "Lectures and attendance", (id) => `/staff/lectures/class/${id}`],
  ["class-notices", "Tell the class", (id) => `/staff/class-notices/${id}`],
];

function Elsewhere({ right, to, children }: { right: string; to: string; children: string }) {
  return (
    useRight(right) && (
      <Link to={to} className="link inline-block py-2">
        {children}
      </Link>
    )
  );
}

/** "60 students, 2 units, First semester, NCE-CRS-ENG; Dr Musa Garba (in charge), Mrs Hauwa Sani" */
function aboutClass({ students, units, semester, programmes, lecturers }: Room): string {
  const taught = [asCount(students, "student"), asCount(units, "unit"), semesterTitle(semester), ...programmes].join(
    ", ",
  );
  const names = lecturers.map(({ name, incharge }) =>
    incharge && lecturers.length > 1 ? `${name} (in charge)` : name,
  );
  return names.length > 0 ? `${taught}; ${names.join(", ")}` : `${taught}; nobody teaches it yet`;
}
