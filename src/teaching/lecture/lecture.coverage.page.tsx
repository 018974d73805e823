import type { ReactNode } from "react";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { spoken } from "#console/list/list.columns.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState, Progress } from "#kit/look/states.web.tsx";
import { Link, useSearchParams } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { lectures, readCoverage, readMyClasses } from "./lecture.contract.ts";
import { heldOn } from "./lecture.room.part.page.tsx";

const classLink = (id: string) => `${lectures.link}/class/${id}`;

/** `/staff/lectures/mine`: the classes that one teaches oneself. */
export function MyClassesPage({ tabs }: { tabs: ReactNode }) {
  const read = useRead(readMyClasses);
  return (
    <>
      <ConsoleHeading title="My classes" />
      {tabs}
      <Read from={read} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No class is allocated to you"
              text="Your head of department allocates courses. Classes of the session that runs stand here."
            />
          ) : (
            <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {list.map((one) => (
                <Card
                  key={one._id}
                  title={`${one.code} ${one.name}`}
                  deeds={
                    <Link to={classLink(one._id)} className="button">
                      Open<span className="sr-only"> {one.code}</span>
                    </Link>
                  }
                >
                  <Progress
                    label={`${one.hours} of ${asCount(one.planned, "hour")} held`}
                    value={one.hours}
                    most={Math.max(one.planned, one.hours, 1)}
                  />
                  <p className="text-soft">{one.last === null ? "Nothing held yet" : `Last on ${heldOn(one.last)}`}</p>
                </Card>
              ))}
            </div>
          )
        }
      </Read>
    </>
  );
}

/** `/staff/lectures/coverage`: how much of what is planned is held, for quality assurance. */
export function CoveragePage({ tabs }: { tabs: ReactNode }) {
  const [asked] = useSearchParams();
  const read = useRead(withQuery(readCoverage, asked.toString()));
  return (
    <>
      <ConsoleHeading title="Coverage" note={read.data?.session && <Term of={read.data} />} />
      {tabs}
      <Read from={read} waiting={<RowBones />}>
        {({ session, list }) =>
          list.length === 0 ? (
            <EmptyState
              title={session ? "No classes in this semester" : "No session runs"}
              text={
                session
                  ? "Classes come with the courses of a programme's catalogue, as far as your right reaches."
                  : "The registry runs a session; its classes stand here then."
              }
            />
          ) : (
            <Classes of={list} />
          )
        }
      </Read>
    </>
  );
}

type Coverage = Replied<typeof readCoverage>;

function Term({ of: { session, semester } }: { of: Coverage }) {
  const other = semester === 1 ? 2 : 1;
  return (
    <span className="text-soft">
      {session?.name}, {semesterWords(semester)}.{" "}
      <Link to={`${lectures.link}/coverage?session=${session?._id}&semester=${other}`} className="link">
        See the {semesterWords(other)}
      </Link>
    </span>
  );
}

const headings = [
  ["Class", undefined],
  ["Lecturers", undefined],
  ["Last lecture", undefined],
  ["Held", "right"],
  ["Due", "right"],
  ["Planned", "right"],
  ["Students", "right"],
  ["Department", undefined],
] as const;

function Classes({ of }: { of: Coverage["list"] }) {
  const quiet = of.filter((one) => one.quiet).length;
  return (
    <>
      <p className="my-3">
        {quiet === 0
          ? "No class of students has waited for a lecture for two weeks."
          : `In ${quiet} of ${asCount(of.length, "class", "classes")} nothing was held for two weeks: they stand on top.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <section className="table-frame" aria-label="Classes" tabIndex={0}>
        <table {...spoken.table} className="cards table">
          <thead {...spoken.group}>
            <tr {...spoken.row}>
              {headings.map(([word, look]) => (
                <th key={word} scope="col" {...spoken.heading} className={look}>
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...spoken.group}>
            {of.map((one) => (
              <tr key={one._id} {...spoken.row}>
                <td {...spoken.cell} className="first">
                  <Link to={classLink(one._id)} className="link">
                    {one.code} {one.name}
                  </Link>
                </td>
                <td {...spoken.cell}>{one.lecturers.join(", ") || <WordBadge look="bad" word="Nobody" />}</td>
                <td {...spoken.cell} data-word="Last">
                  {one.last === null ? "never" : heldOn(one.last)} {one.quiet && <WordBadge look="bad" word="Quiet" />}
                </td>
                <td {...spoken.cell} className="right figures" data-word="Held">
                  {one.hours} h
                </td>
                <td {...spoken.cell} className="right figures" data-word="Due">
                  {one.due === null ? <span className="text-soft">not known</span> : `${one.due} h`}
                </td>
                <td {...spoken.cell} className="right figures" data-word="Planned">
                  {one.planned} h
                </td>
                <td {...spoken.cell} className="right figures" data-word="Students">
                  {one.students}
                </td>
                <td {...spoken.cell}>{one.department}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
