import { useId, useState } from "react";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { StateWord } from "#kit/look/badge.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { BoardClass } from "./course-allocation.board.contract.ts";
import { courseAllocations } from "./course-allocation.contract.ts";
import { asUnits } from "./course-allocation.rules.ts";

type Lecturer = BoardClass["lecturers"][number];

interface LineParts {
  readonly of: BoardClass;
  readonly mayChange: boolean;
}

/** One class with its lecturers: a name and Enter adds one, and the box stays where it is for the next. */
export function ClassLine({ of, mayChange }: LineParts) {
  const { code, name, credit, level, programmes, registered, lecturers, open } = of;
  const id = useId();
  const { busy, doing } = useDeed();
  const [leaving, setLeaving] = useState<Lecturer | null>(null);
  const { create, change, remove } = courseAllocations.calls;
  const add = (staff: string) =>
    doing(() => call(create, { body: { course: of.course, staff }, attempt: newAttempt() }));
  const putInCharge = ({ _id, version, staff }: Lecturer) =>
    doing(() =>
      call(change, {
        params: { id: _id },
        version,
        body: { course: of.course, staff, incharge: true },
        attempt: newAttempt(),
      }),
    );
  const takeOut = ({ _id }: Lecturer) =>
    doing(() => call(remove, { params: { id: _id }, body: { delete: "Delete" }, attempt: newAttempt() }));
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <strong className="figures">{code}</strong>
          <span className="wrap-anywhere">{name}</span>
          {open && <StateWord look="bad" word="No lecturer" />}
          {!open && lecturers.some(({ incharge, away }) => incharge && away) && (
            <StateWord look="bad" word="Nobody in charge" />
          )}
        </p>
        <p className="text-small text-soft">
          {asUnits(credit)}, level {level}, {registered} registered, in {programmes.slice(0, 3).join(", ")}
          {programmes.length > 3 && ` and ${asCount(programmes.length - 3, "more programme")}`}
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-1.5">
        {lecturers.map((one) => (
          <p key={one._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className={one.away ? "min-w-0 text-soft" : "min-w-0"}>
              {one.name}
              {one.away && ` ${one.away}`}
            </span>
            {one.incharge && one.away === null && <StateWord look="good" word="In charge" />}
            {mayChange && (
              <span className="ml-auto flex gap-1">
                {!one.incharge && one.away === null && (
                  <button
                    type="button"
                    className="button button-quiet"
                    disabled={busy}
                    onClick={() => void putInCharge(one)}
                  >
                    Put in charge
                    <span className="sr-only"> {one.name}</span>
                  </button>
                )}
                <button type="button" className="button button-quiet" disabled={busy} onClick={() => setLeaving(one)}>
                  Take out
                  <span className="sr-only"> {one.name}</span>
                </button>
              </span>
            )}
          </p>
        ))}
        {mayChange && (
          <div>
            <label htmlFor={id} className="sr-only">
              Lecturer of {code}
            </label>
            <ReferenceBox
              id={id}
              label={`Lecturer of ${code}`}
              noun="lecturer"
              chosen={null}
              look="control"
              placeholder={lecturers.length === 0 ? "Type a lecturer's name" : "Another lecturer"}
              onChoose={(choice) => choice && void add(choice._id)}
            />
          </div>
        )}
      </div>
      {leaving && (
        <Dialog title={`Take ${leaving.name} out of ${code}?`} onHide={() => setLeaving(null)}>
          <p>
            {asCount(registered, "student is", "students are")} registered. Lectures, topics and materials stay with the
            class, and {leaving.name} teaches it no more.
            {leaving.incharge &&
              lecturers.length > 1 &&
              " Of those who work, whoever has taught it longest is in charge then."}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <button
              type="button"
              className="button"
              disabled={busy}
              onClick={() => {
                setLeaving(null);
                void takeOut(leaving);
              }}
            >
              Take out
            </button>
            <button type="button" className="button button-quiet" onClick={() => setLeaving(null)}>
              Keep
            </button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

/** One deed at a time; what it comes to is said, and the board is read again. */
function useDeed() {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const doing = async (deed: () => Promise<{ readonly message: string }>) => {
    setBusy(true);
    try {
      const { message } = await deed();
      toast("good", message);
      await reread();
    } catch (failure) {
      toast("bad", (failure as Error).message);
    }
    setBusy(false);
  };
  return { busy, doing };
}
