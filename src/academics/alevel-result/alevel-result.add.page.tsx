import { useEffect } from "react";
import { call } from "#kit/call/call.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { RadioField, SelectField } from "#kit/field/choice-fields.web.tsx";
import { FieldFrame, type FieldParts, useControl } from "#kit/field/field.web.tsx";
import { CodeField, DigitsField, TextField } from "#kit/field/text-fields.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import { aLevelTypes } from "#reference/qualifications/qualifications.rules.ts";
import type { ALevel } from "./alevel-result.contract.ts";
import { addALevel, editALevel } from "./alevel-result.form.contract.ts";

const blank = { type: "", results: { institutionName: "", yearOfGraduation: "" } };

export const AddALevel = ({ onHide }: { onHide(): void }) => (
  <ALevelDialog
    draft="alevel"
    start={blank}
    send={(body, attempt) => call(addALevel, { body, attempt })}
    onHide={onHide}
  />
);

export function EditALevel({ result, onHide }: { result: ALevel; onHide(): void }) {
  const { _id: id, version, type, results } = result;
  return (
    <ALevelDialog
      draft={`alevel:${id}`}
      start={{ type, results }}
      send={(body, attempt) => call(editALevel, { params: { id }, body, attempt, version })}
      onHide={onHide}
    />
  );
}

interface DialogParts {
  readonly draft: string;
  readonly start: Parameters<typeof useSheet<Sent<typeof addALevel>, unknown>>[1];
  send(body: Sent<typeof addALevel>, attempt: string): Promise<unknown>;
  onHide(): void;
}

/** The type first, then the fields of that type. */
function ALevelDialog({ draft, start, send, onHide }: DialogParts) {
  const sheet = useSheet(addALevel.body, start);
  const type = sheet.form.watch("type");
  useFieldsOf(type, sheet);
  return (
    <Dialog title="Student A-Level Result" onHide={onHide}>
      <DialogForm onHide={onHide} sheet={sheet} draft={draft} send={send} submit="Save">
        <RadioField {...sheet.field("type")} options={aLevelTypes} />
        {(type as string) !== "" && (
          <>
            <TextField {...sheet.field("results.institutionName")} hint="As it stands on your certificate" />
            <DigitsField {...sheet.field("results.yearOfGraduation")} hint="Four digits, for example 2024" />
            {type === "Diploma" ? <DiplomaFields sheet={sheet} /> : <SubjectFields sheet={sheet} />}
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}

type ALevelSheet = Sheet<Sent<typeof addALevel>>;

const subjects = [
  ["results.educationSubject", "results.educationSubjectGrade"],
  ["results.educationSubject2", "results.educationSubject2Grade"],
  ["results.educationSubject3", "results.educationSubject3Grade"],
] as const;

const diploma = ["results.courseOfStudy", "results.diplomaType", "results.classification", "results.cgpa"] as const;

/** Fields that only another type has are forgotten, so that they are not sent; what both have stays as it is typed. */
function useFieldsOf(type: string, { form }: ALevelSheet): void {
  useEffect(() => form.unregister(type === "Diploma" ? subjects.flat() : diploma), [type, form]);
}

function SubjectFields({ sheet }: { sheet: ALevelSheet }) {
  return (
    <fieldset>
      <legend className="font-semibold font-serif">Subjects and grades</legend>
      <p className="mb-4 text-small text-soft">A grade is a letter such as A, B, C or D</p>
      <div className="grid gap-5">
        {subjects.map(([subject, grade]) => (
          <div key={subject} className="grid gap-x-4 gap-y-5 sm:grid-cols-[1fr_15rem] sm:items-end">
            <TextField {...sheet.field(subject)} />
            <CodeField {...sheet.field(grade)} />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function DiplomaFields({ sheet }: { sheet: ALevelSheet }) {
  const [course, kind, classification, cgpa] = diploma;
  return (
    <>
      <TextField {...sheet.field(course)} />
      <SelectField {...sheet.field(kind)} />
      <SelectField {...sheet.field(classification)} />
      <DecimalField {...sheet.field(cgpa)} hint="From 0.00 to 5.00, for example 3.25" />
    </>
  );
}

/** A number with a point, for which the phone's digit keys alone would not do. */
function DecimalField(field: FieldParts) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <input {...control} type="text" inputMode="decimal" autoComplete="off" />
    </FieldFrame>
  );
}
