import { useState } from "react";
import { LabelledReference } from "#console/reference/reference.box.part.page.tsx";
import { CallFailure, call, newAttempt } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { changeClass, type GridCourse } from "../catalogue/catalogue.contract.ts";
import { RowBox } from "./grid.box.page.tsx";
import type { RowState } from "./grid.saving.page.tsx";

/** What a row has beside its columns, and the class that it belongs to. */
export function CourseMore({ course, row }: { course: GridCourse; row: RowState }) {
  return (
    <div className="mt-2 grid gap-4 border-line border-l-4 pl-3">
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-3 lg:grid-cols-6">
        <RowBox row={row} name="choice" bare={false} />
        <RowBox row={row} name="choose" bare={false} inputMode="numeric" />
        <RowBox row={row} name="excludes" bare={false} />
        <RowBox row={row} name="general" bare={false}>
          <option value="false">Its programme</option>
          <option value="true">Every programme</option>
        </RowBox>
        <RowBox row={row} name="level" bare={false} inputMode="numeric" />
        <RowBox row={row} name="semester" bare={false}>
          <option value="1">1</option>
          <option value="2">2</option>
        </RowBox>
      </div>
      <ClassForm key={course.class.version} of={course} />
    </div>
  );
}

/** Who teaches the class, and for how many: the same in every programme that has the code. */
function ClassForm({ of: { code, class: taught } }: { of: GridCourse }) {
  const reread = useReread();
  const [department, setDepartment] = useState(taught.department._id);
  const [seats, setSeats] = useState(taught.seats === null ? "" : String(taught.seats));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const standing =
    taught.registered === 0
      ? `Nobody has registered ${code} yet`
      : `${asCount(taught.registered, "student has", "students have")} registered ${code}, in all programmes`;
  if (!taught.isown)
    return (
      <p className="text-small text-soft">
        {taught.department.label} teaches {code}
        {taught.seats !== null && `, to at most ${taught.seats}`}. {standing}.
      </p>
    );
  const save = async () => {
    setBusy(true);
    setErrors({});
    try {
      const body = {
        department,
        seats: seats.trim() === "" ? undefined : Number(seats),
        version: taught.version,
      };
      const { message } = await call(changeClass, { params: { id: taught._id }, body, attempt: newAttempt() });
      toast("good", message);
      await reread();
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      const said = Object.keys(failure.fields).length > 0 ? failure.fields : { seats: failure.message };
      setErrors(said);
      if (failure.status === 409) await reread();
    } finally {
      setBusy(false);
    }
  };
  const wrong = Object.values(errors)[0];
  const id = `seats-${taught._id}`;
  return (
    <fieldset>
      <legend className="mb-1 text-small text-soft">
        Class of {code}: the same in every programme. {standing}.
      </legend>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(12rem,20rem)_8rem_auto] sm:justify-start">
        <LabelledReference noun="department" label="Taught by" held={department} onChoose={setDepartment} />
        <div>
          <label htmlFor={id} className="mb-1 block font-semibold">
            Seats
          </label>
          <input
            id={id}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className="control figures"
            placeholder="No limit"
            value={seats}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-error` : undefined}
            onChange={(event) => setSeats(event.target.value)}
          />
        </div>
        <button type="button" className="button button-quiet" disabled={busy} onClick={() => void save()}>
          {busy ? "Please wait..." : "Save class"}
        </button>
      </div>
      {wrong && (
        <p id={`${id}-error`} role="alert" className="mt-1 font-semibold text-bad text-small">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
