import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Choice, Values } from "#console/record/record.contract.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { type Sheet, useJudgedTogether, useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { CLASSES, timetableEntries as of, type ShownEntry, type Tried, tryEntry } from "./timetable.contract.ts";
import { asSlot, mayStand } from "./timetable.rules.ts";

interface EditorParts {
  /** Null for a new one. */
  readonly entry: ShownEntry | null;
  /** What a new one begins with. */
  readonly filled: Typed;
  readonly labels: readonly Choice[];
  onHide(): void;
}

const PAUSE_MS = 250;

/** A class of the week: while it is filled in, what clashes stands below, and what is free can be pressed. */
export function EntryEditor({ entry, filled, labels, onHide }: EditorParts) {
  const schema = useMemo(() => typedForm(of.facts, of.form), []);
  const [start] = useState<Typed>(() => ({ ...blankOf(of.facts), ...filled }));
  const [called] = useState(() => new Map(labels.map(({ _id, label }) => [_id, label])));
  const [deleting, setDeleting] = useState(false);
  const sheet = useSheet<Typed, Values>(schema, start);
  useJudgedTogether(sheet);
  const typed = sheet.form.watch();
  const reread = useReread();
  const tried = useTried(typed, entry?._id);
  const fill = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values))
      sheet.form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
  const title = entry ? `${entry.code}: ${asSlot(entry)}` : "Add a class";
  if (deleting && entry)
    return (
      <DeleteDialog
        title={`Take ${entry.code} out of the timetable`}
        send={(body, attempt) => call(of.calls.remove, { params: { id: entry._id }, body, attempt })}
        onHide={onHide}
        onDeleted={reread}
      />
    );
  const clashes = tried?.clashes ?? [];
  const needsReason = mayStand(clashes);
  // One that was given stays to be taken back, except beside what no reason mends.
  const showsReason = needsReason || isRefused(sheet) || (clashes.length === 0 && typed.reason !== "");
  return (
    <Dialog title={title} onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={`class:${entry?._id ?? placeOf(filled)}`}
        submit={entry ? "Save" : "Add to the timetable"}
        send={(values, attempt): Promise<{ readonly message: string }> => {
          const body = wireOf(of.facts, values);
          return entry
            ? call(of.calls.change, { params: { id: entry._id }, body, version: entry.version, attempt })
            : call(of.calls.create, { body, attempt });
        }}
        onHide={onHide}
      >
        <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-3">
          {asked.map((field) => (
            <div key={field.name} className={spans[field.name] ?? ""}>
              <RecordField field={field} sheet={sheet} labels={called} />
            </div>
          ))}
        </div>
        <Found
          tried={tried}
          onSlot={({ day, start: from, end, room }) => {
            called.set(room._id, room.code);
            fill({ day, start: from, end, room: room._id });
          }}
          onRoom={({ _id, code }) => {
            called.set(_id, code);
            fill({ room: _id });
          }}
        />
        <div hidden={!showsReason}>
          <TextArea {...sheet.field("reason")} label="Reason to allow the clash" optional={!needsReason} />
        </div>
      </DialogForm>
      {entry && (
        <button type="button" className="button button-plain mt-4" onClick={() => setDeleting(true)}>
          Take it out of the timetable
        </button>
      )}
    </Dialog>
  );
}

/** What is begun at another hour or in another room is another draft: it would move what was pressed. */
const placeOf = ({ room, day, start }: Typed): string => [room, day, start].filter(Boolean).join(",") || "new";

const spans: Readonly<Record<string, string>> = {
  course: "sm:col-span-3",
  room: "sm:col-span-3",
  lecturer: "sm:col-span-3",
};

/** A class that programmes share is offered once; the reason stands below the clashes that it speaks of. */
const asked = of.facts
  .filter(({ name }) => name !== "reason")
  .map((field) => (field.name === "course" ? { ...field, noun: CLASSES } : field));

const isRefused = ({ form }: Sheet<Typed>): boolean => form.formState.errors.reason !== undefined;

/** What the server says of the values in the form, at a pause in typing; undefined while they name no course and time yet. */
function useTried(typed: Typed, entry: string | undefined): Tried | undefined {
  const { course, day, start, end, room, lecturer } = typed as Record<string, string>;
  const query = new URLSearchParams({
    course: course ?? "",
    day: day ?? "",
    start: start ?? "",
    end: end ?? "",
    ...(room && { room }),
    ...(lecturer && { lecturer }),
    ...(entry && { entry }),
  }).toString();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(setAsked, PAUSE_MS, query);
    return () => clearTimeout(timer);
  }, [query]);
  const read = useQuery({
    queryKey: [tryEntry.path, asked],
    queryFn: ({ signal }) => call(withQuery(tryEntry, asked), { signal }),
    enabled: [course, day, start, end].every((value) => value) && asked === query,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return course && day && start && end ? read.data : undefined;
}

interface FoundParts {
  readonly tried: Tried | undefined;
  onSlot(slot: Tried["slots"][number]): void;
  onRoom(room: Tried["rooms"][number]): void;
}

function Found({ tried, onSlot, onRoom }: FoundParts) {
  if (!tried) return <p className="text-soft">Choose a course, a day and a time: clashes and free rooms show here.</p>;
  const { clashes, missing, registered, slots, rooms } = tried;
  const taken =
    registered === 0 ? "Nobody is registered yet." : `${asCount(registered, "student is", "students are")} registered.`;
  return (
    <div className="grid gap-3" aria-live="polite">
      {clashes.length === 0 && missing.length === 0 && <Alert look="good">No clash. {taken}</Alert>}
      {clashes.length === 0 && missing.length > 0 && (
        <Alert look="warn" title="No clash so far">
          <p>{missing.join(". ")}.</p>
          <p className="text-soft">{taken}</p>
        </Alert>
      )}
      {clashes.length > 0 && (
        <Alert look="bad" title={clashes.length === 1 ? "1 clash" : `${clashes.length} clashes`}>
          <ul className="grid gap-1">
            {clashes.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Alert>
      )}
      {rooms.length > 0 && (
        <Offers title="Rooms free then">
          {rooms.map((room) => (
            <button key={room._id} type="button" className="button button-quiet" onClick={() => onRoom(room)}>
              {room.code} <span className="text-soft">{room.seats}</span>
            </button>
          ))}
        </Offers>
      )}
      {clashes.length > 0 && slots.length > 0 && (
        <Offers title="Free of clashes">
          {slots.map((slot) => (
            <button key={asSlot(slot)} type="button" className="button button-quiet" onClick={() => onSlot(slot)}>
              {slot.day.slice(0, 3)} {slot.start}–{slot.end} <span className="text-soft">{slot.room.code}</span>
            </button>
          ))}
        </Offers>
      )}
    </div>
  );
}

const Offers = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <p className="mb-1 font-semibold">{title}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
);
