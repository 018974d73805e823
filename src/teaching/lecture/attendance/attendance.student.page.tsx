import { call } from "#kit/call/call.web.ts";
import { useOffline } from "#kit/call/connection.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { DigitsField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { isBelow, lecturesToRise, type Reading, readingOf } from "../lecture.rules.ts";
import { attendByCode, attendForm, type OwnAttendance, readOwnAttendance } from "./attendance.contract.ts";

/** `/student/attendance`: the code of the lecture one sits in, and how one stands in each course. */
export function StudentAttendancePage() {
  const read = useRead(readOwnAttendance);
  return (
    <>
      <PageHeading title="Attendance" subtitle="Type the code of your lecture, and see where you stand" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SendCode />
        <Read from={read} waiting={<CardBones />}>
          {(of) => <Courses of={of} />}
        </Read>
      </div>
    </>
  );
}

function SendCode() {
  const reread = useReread();
  const sheet = useSheet(attendForm, { code: "" });
  const offline = useOffline();
  return (
    <Card title="In a lecture now?">
      <Form
        sheet={sheet}
        draft={null}
        submit="I am here"
        send={(body, attempt) => call(attendByCode, { body, attempt })}
        done={async () => {
          sheet.form.reset({ code: "" });
          await reread();
        }}
      >
        <DigitsField {...sheet.field("code")} hint="The six figures that your lecturer shows" />
        {offline && (
          <p>
            A code cannot be sent without a connection, and its time goes on: ask your lecturer to mark you on the list.
          </p>
        )}
      </Form>
    </Card>
  );
}

function Courses({ of: { list, semester, ...rule } }: { of: OwnAttendance }) {
  if (list.length === 0)
    return (
      <EmptyState
        title={semester ? "No courses yet" : "No session runs"}
        text={
          semester
            ? "Your courses stand here once your registration of the semester is approved."
            : "Your courses stand here once the college has begun its session."
        }
      />
    );
  const untaken = list.filter((one) => !isTaken(one));
  return (
    <>
      <p className="text-soft">
        To sit the examination of a course you must be at {rule.line} % of its lectures. Lectures from before your
        registration was approved do not count against you.
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {list.filter(isTaken).map((one) => (
          <Course key={one.class} of={one} rule={rule} />
        ))}
        {untaken.length > 0 && <Untaken of={untaken} />}
      </div>
    </>
  );
}

type Own = OwnAttendance["list"][number];
type Taken = Own & { readonly standing: Exclude<Own["standing"], "none"> };

const isTaken = (one: Own): one is Taken => one.standing !== "none";

const Untaken = ({ of }: { of: readonly Own[] }) => (
  <Card title="Attendance not taken yet">
    <ul className="grid gap-2">
      {of.map(({ class: _id, code, name }) => (
        <li key={_id}>
          <strong>{code}</strong> {name}
        </li>
      ))}
    </ul>
  </Card>
);

const looks: Readonly<Record<Reading, BadgeLook>> = {
  early: "plain",
  enough: "good",
  close: "info",
  below: "warn",
  low: "bad",
};

const wordsOf = (line: number): Readonly<Record<Reading, string>> => ({
  early: "Too early to say",
  enough: "Enough",
  close: "Getting low",
  below: `Below ${line} %`,
  low: "Too low",
});

interface CourseParts {
  readonly of: Taken;
  readonly rule: Pick<OwnAttendance, "line" | "from">;
}

function Course({ of, rule }: CourseParts) {
  const { code, name, held, present, percent, missed } = of;
  const { line, from } = rule;
  const reading = readingOf(of, rule);
  return (
    <Card title={`${code} ${name}`} beside={<WordBadge look={looks[reading]} word={wordsOf(line)[reading]} />}>
      {percent !== null && (
        <p>
          <strong className="figures text-large">{percent} %</strong>{" "}
          <span className="text-soft">
            at {present} of {asCount(held, "lecture")}
          </span>
        </p>
      )}
      {of.daystobar === 0 && (
        <p>
          <strong>You may not sit its examination</strong> as the figure stands.
        </p>
      )}
      {of.daystobar !== null && of.daystobar > 0 && (
        <p>
          <strong>In {asCount(of.daystobar, "day")} you may not sit its examination</strong>, unless the figure rises to{" "}
          {line} % or the list is corrected.
        </p>
      )}
      {reading === "early" && <p>The figure is judged once {asCount(from, "lecture")} count.</p>}
      <p>{adviceOf(of, line)}</p>
      {missed.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5">
            {asCount(missed.length, "lecture")} missed<span className="sr-only"> in {code}</span>
          </summary>
          <ul className="text-soft">
            {missed.map(({ date, name: called }) => (
              <li key={`${date} ${called}`} className="py-1">
                {asDay(`${date}T12:00:00Z`)}: {called}
              </li>
            ))}
          </ul>
          <p className="text-small text-soft">Is one wrong? Talk to the lecturer, who can correct it.</p>
        </details>
      )}
    </Card>
  );
}

/** What somebody can still do about it. */
function adviceOf({ held, present, maymiss, tocome }: Taken, line: number): string {
  if (maymiss === null)
    return `You cannot reach ${line} % any more with the lectures that are left. If you were ill, take your papers to the examinations office.`;
  if (tocome === 0) return "All planned lectures are held.";
  const toCome = `About ${asCount(tocome, "lecture")} to come`;
  if (isBelow({ held, present }, line)) {
    const next = lecturesToRise({ held, present }, line);
    return `Attend the next ${next === 1 ? "lecture" : `${next} lectures`}, and you reach ${line} %. ${toCome}: you may miss ${maymiss === 0 ? "none" : maymiss} of them.`;
  }
  return `${toCome}: you may miss ${maymiss === 0 ? "none of them" : `${maymiss} more`}.`;
}
