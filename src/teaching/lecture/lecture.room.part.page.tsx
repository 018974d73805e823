import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { DigitsField, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { CodeDialog, OpenCode } from "./attendance/attendance.code.part.page.tsx";
import {
  addLecture,
  type ClassLectures,
  changeLecture,
  type HeldLecture,
  lectures,
  removeLecture,
  taughtForm,
} from "./lecture.contract.ts";
import { takesCode } from "./lecture.rules.ts";

/** Midday, so that no time zone moves the day. */
export const heldOn = (day: string): string => asDay(`${day}T12:00:00Z`);

/** What was taught in a class and how much is still to come; who teaches it writes a lecture down in one step. */
export function LecturesOfClass({ of }: { of: ClassLectures }) {
  const may = useRight("lectures.change") && of.teaches;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:order-last">
        <HeldLectures of={of} may={may} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {may && <TaughtToday of={of} />}
        <Card title="The plan">
          <Progress
            label={`${of.hours} of ${asCount(of.planned, "hour")} held`}
            value={of.hours}
            most={Math.max(of.planned, of.hours, 1)}
          />
          <p className="text-soft">
            {of.last === null
              ? "Nothing was held yet."
              : `${asCount(of.lectures, "lecture")}, the last on ${heldOn(of.last)}.`}{" "}
            {asCount(of.students, "student")} in the class.
          </p>
        </Card>
      </div>
    </div>
  );
}

function TaughtToday({ of }: { of: ClassLectures }) {
  const reread = useReread();
  const [round, setRound] = useState(0);
  return (
    <Card title="I taught today">
      <TaughtForm
        key={round}
        of={of}
        done={async () => {
          // The next form proposes the lecture after those that are known by then.
          await reread();
          setRound(round + 1);
        }}
      />
    </Card>
  );
}

function TaughtForm({ of, done }: { of: ClassLectures; done(): Promise<void> }) {
  const [more, setMore] = useState(false);
  const start = { course: of.course, date: of.today, name: `Lecture ${of.lectures + 1}`, hours: "1", topic: "" };
  const sheet = useSheet(taughtForm, start);
  const typed = useWatch({ control: sheet.form.control });
  // What was typed before a reload is not sent unseen.
  const isMore = more || typed.date !== start.date || typed.hours !== start.hours || typed.topic !== start.topic;
  return (
    <Form
      sheet={sheet}
      draft={`lecture-of:${of._id}`}
      submit="Write it down"
      send={(typed, attempt) => call(addLecture, { body: { ...typed, hours: Number(typed.hours) }, attempt })}
      done={done}
      beside={
        !isMore && (
          <button type="button" className="button button-quiet" onClick={() => setMore(true)}>
            Another day, hours or topic
          </button>
        )
      }
    >
      <TextField {...sheet.field("name")} />
      {isMore && (
        <>
          <DayField {...sheet.field("date")} max={of.today} />
          <DigitsField {...sheet.field("hours")} />
          <TextField {...sheet.field("topic")} />
        </>
      )}
    </Form>
  );
}

function HeldLectures({ of, may }: { of: ClassLectures; may: boolean }) {
  if (of.list.length === 0)
    return (
      <Card title="Lectures held">
        <p className="text-soft">
          Nothing is written down yet.{" "}
          {may
            ? "After each lecture: “I taught today”, and take attendance."
            : "Its lecturers write down what they teach."}
        </p>
      </Card>
    );
  return (
    <Card title="Lectures held">
      <ul>
        {of.list.map((one) => (
          <OneLecture key={one._id} one={one} of={of} may={may} />
        ))}
      </ul>
    </Card>
  );
}

interface OneParts {
  readonly one: HeldLecture;
  readonly of: ClassLectures;
  readonly may: boolean;
}

function OneLecture({ one, of, may }: OneParts) {
  const isByCode = takesCode(one, of.today);
  return (
    <li className="border-line border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{one.name}</h3>
        <p className="text-small text-soft">
          {heldOn(one.date)}, {asCount(one.hours, "hour")}
        </p>
      </div>
      {one.topic && <p>{one.topic}</p>}
      <p className="text-soft">
        {one.taken === null ? "Attendance was not taken" : `${one.present} of ${of.students} present`}
      </p>
      {may && (
        <>
          {one.code && <OpenCode of={one} students={of.students} />}
          <div className="mt-2 flex flex-wrap gap-2">
            {!one.code && isByCode && <TakeByCode one={one} />}
            <Link
              to={`${lectures.link}/${one._id}/attendance`}
              className={one.taken === null && !isByCode ? "button" : "button button-quiet"}
            >
              {one.taken === null ? "By the list" : "See or correct"}
              <span className="sr-only"> {one.name}</span>
            </Link>
            <ChangeLecture one={one} of={of} />
          </div>
        </>
      )}
    </li>
  );
}

function TakeByCode({ one }: { one: HeldLecture }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className={one.taken === null ? "button" : "button button-quiet"} onClick={show}>
        {one.taken === null ? "By a code" : "A further code"}
        <span className="sr-only"> {one.name}</span>
      </button>
      {shown && <CodeDialog one={one} onHide={hide} />}
    </>
  );
}

function ChangeLecture({ one, of }: Omit<OneParts, "may">) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Change<span className="sr-only"> {one.name}</span>
      </button>
      {shown && <ChangeDialog one={one} of={of} onHide={hide} />}
    </>
  );
}

function ChangeDialog({ one, of, onHide }: Omit<OneParts, "may"> & { onHide(): void }) {
  const reread = useReread();
  const start = { course: of.course, date: one.date, name: one.name, hours: String(one.hours), topic: one.topic ?? "" };
  const sheet = useSheet(taughtForm, start);
  const { shown: deleting, show } = useShown();
  const done = async () => {
    onHide();
    await reread();
  };
  if (deleting)
    return (
      <DeleteDialog
        title={`Delete ${one.name}`}
        onHide={onHide}
        send={(body, attempt) => call(removeLecture, { params: { id: one._id }, body, attempt })}
        onDeleted={reread}
      />
    );
  return (
    <Dialog title={one.name} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`lecture:${one._id}`}
        submit="Save"
        send={({ hours, ...typed }, attempt) =>
          call(changeLecture, {
            params: { id: one._id },
            body: { ...typed, hours: Number(hours) },
            attempt,
            version: one.version,
          })
        }
        done={done}
        beside={<CloseButton onHide={onHide} />}
      >
        <TextField {...sheet.field("name")} />
        <DayField {...sheet.field("date")} max={of.today} />
        <DigitsField {...sheet.field("hours")} />
        <TextField {...sheet.field("topic")} />
        {one.taken === null ? (
          <button type="button" className="button button-quiet justify-self-start" onClick={show}>
            It was not held: delete it
          </button>
        ) : (
          <Alert look="info">
            <p>Its attendance was taken, so it cannot be deleted.</p>
          </Alert>
        )}
      </Form>
    </Dialog>
  );
}
