import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ReferenceField } from "#console/form/form.field.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Choice } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { useJudgedTogether, useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { CLASSES } from "../timetable/timetable.contract.ts";
import { mayStand } from "../timetable/timetable.rules.ts";
import {
  changeExamination,
  type ExaminationForm,
  examinationForm,
  placeExamination,
  removeExamination,
  type ShownExamination,
  type TriedExamination,
  type TypedExamination,
  tryExamination,
} from "./exam-timetable.contract.ts";
import { Halls } from "./halls/halls.part.page.tsx";

export interface Edited {
  /** Null for a new one. */
  readonly examination: ShownExamination | null;
  /** What a new one begins with. */
  readonly course: Choice | null;
  readonly date: string;
  readonly room: string | null;
}

const PAUSE_MS = 250;

const begun = ({ examination, course, date, room }: Edited): TypedExamination =>
  examination
    ? {
        ...{ course: examination.course, date: examination.date, start: examination.start, end: examination.end },
        halls: examination.halls.map(({ room, people }) => ({
          room: room._id,
          staff: people.map(({ _id }) => _id),
          seats: room.of === null ? ("" as const) : room.seats,
        })),
        reason: examination.reason ?? "",
      }
    : {
        course: course?._id ?? "",
        date,
        start: "",
        end: "",
        halls: room ? [{ room, staff: [], seats: "" }] : [],
        reason: "",
      };

const namesOf = ({ examination, course }: Edited): [string, string][] => [
  ...(course ? [[course._id, course.label] as [string, string]] : []),
  ...(examination ? [[examination.course, `${examination.code} ${examination.name}`] as [string, string]] : []),
  ...(examination?.halls ?? []).flatMap(({ room, people }) => [
    [room._id, `${room.code} ${room.name}`] as [string, string],
    ...people.map(({ _id, name }) => [_id, name] as [string, string]),
  ]),
];

/** An examination: while it is filled in, who and what clashes stands below, and halls that are free can be pressed. */
export function ExaminationEditor({ onHide, ...edited }: Edited & { onHide(): void }) {
  const { examination } = edited;
  const [start] = useState(() => begun(edited));
  const [called] = useState(() => new Map(namesOf(edited)));
  const [deleting, setDeleting] = useState(false);
  const sheet = useSheet<TypedExamination, ExaminationForm>(examinationForm, start);
  useJudgedTogether(sheet);
  const typed = sheet.form.watch();
  const reread = useReread();
  const tried = useTried(typed, examination?._id);
  if (deleting && examination)
    return (
      <DeleteDialog
        title={`Take the examination of ${examination.code} out`}
        send={(body, attempt) =>
          call(removeExamination, { params: { id: examination._id }, body, version: examination.version, attempt })
        }
        onHide={onHide}
        onDeleted={reread}
      />
    );
  const { errors } = sheet.form.formState;
  const clashes = tried?.clashes ?? [];
  const needsReason = mayStand(clashes);
  // One that was given stays to be taken back, except beside what no reason mends.
  const showsReason = needsReason || errors.reason !== undefined || (clashes.length === 0 && Boolean(typed.reason));
  const setHalls = (halls: TypedExamination["halls"]) =>
    sheet.form.setValue("halls", halls, { shouldDirty: true, shouldValidate: true });
  return (
    <Dialog title={examination ? `Examination of ${examination.code}` : "Add an examination"} onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={`exam:${examination?._id ?? edited.course?._id ?? edited.room ?? "new"}`}
        submit={examination ? "Save" : "Add to the timetable"}
        send={(body, attempt): Promise<{ readonly message: string }> =>
          examination
            ? call(changeExamination, { params: { id: examination._id }, body, version: examination.version, attempt })
            : call(placeExamination, { body, attempt })
        }
        onHide={onHide}
      >
        <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <ReferenceField {...sheet.field("course")} noun={CLASSES} labels={called} />
          </div>
          <div className="sm:col-span-2">
            <DayField {...sheet.field("date")} />
          </div>
          <TextField {...sheet.field("start")} />
          <TextField {...sheet.field("end")} />
        </div>
        <Halls
          halls={typed.halls}
          called={called}
          error={errors.halls?.message}
          free={tried?.rooms ?? []}
          wanted={Math.max(1, (tried?.registered ?? 0) - (tried?.seats ?? 0))}
          onHalls={setHalls}
        />
        <Found tried={tried} />
        <div hidden={!showsReason}>
          <TextArea {...sheet.field("reason")} label="Reason to allow the clash" optional={!needsReason} />
        </div>
      </DialogForm>
      {examination && (
        <button type="button" className="button button-plain mt-4" onClick={() => setDeleting(true)}>
          Take it out of the timetable
        </button>
      )}
    </Dialog>
  );
}

/** What the server says of the values in the form, at a pause in typing; undefined while they name no course and time yet. */
function useTried(
  { course, date, start, end, halls }: TypedExamination,
  examination: string | undefined,
): TriedExamination | undefined {
  const query = new URLSearchParams({
    ...{ course, date, start, end },
    rooms: halls.map(({ room, seats }) => `${room}:${seats}`).join(","),
    people: halls.flatMap(({ room, staff }) => staff.map((one) => `${one}:${room}`)).join(","),
    ...(examination && { examination }),
  }).toString();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(setAsked, PAUSE_MS, query);
    return () => clearTimeout(timer);
  }, [query]);
  const isWhole = [course, date, start, end].every((value) => value);
  const read = useQuery({
    queryKey: [tryExamination.path, asked],
    queryFn: ({ signal }) => call(withQuery(tryExamination, asked), { signal }),
    enabled: isWhole && asked === query,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return isWhole ? read.data : undefined;
}

function Found({ tried }: { tried: TriedExamination | undefined }) {
  if (!tried) return <p className="text-soft">Choose a course, a date and a time: clashes and free halls show here.</p>;
  const { clashes, missing, registered, seats, meeting, crowded } = tried;
  const sat = `${registered === 0 ? "Nobody is registered yet" : `${asCount(registered, "student is", "students are")} registered`}, ${asCount(seats, "seat")}.`;
  return (
    <div aria-live="polite">
      {clashes.length === 0 && missing.length === 0 && <Alert look="good">No clash. {sat}</Alert>}
      {clashes.length === 0 && missing.length > 0 && (
        <Alert look="warn" title="No clash so far">
          <p>{missing.join(". ")}.</p>
          <p className="text-soft">{sat}</p>
        </Alert>
      )}
      {clashes.length > 0 && (
        <Alert look="bad" title={clashes.length === 1 ? "1 clash" : `${clashes.length} clashes`}>
          <ul className="grid gap-1">
            {clashes.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <Names title="Two at once" of={meeting} />
          <Names title="Too many that day" of={crowded} />
          <p className="mt-2 text-soft">{[sat, ...missing.map((one) => `${one}.`)].join(" ")}</p>
        </Alert>
      )}
    </div>
  );
}

function Names({ title, of: { count, list } }: { title: string; of: TriedExamination["meeting"] }) {
  if (count === 0) return null;
  return (
    <p className="mt-2">
      <strong>{title}:</strong> {list.map(({ name, matric }) => (matric ? `${name} (${matric})` : name)).join(", ")}
      {count > list.length && ` and ${count - list.length} more`}
    </p>
  );
}
