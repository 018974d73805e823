import { useEffect } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { grades } from "#reference/grades/grades.rules.ts";
import { displaySubjects, subjectsFor } from "#reference/subjects/subjects.rules.ts";
import { listSittings, type Sitting } from "../olevel-sitting/olevel-sitting.contract.ts";
import { sittingName } from "../olevel-sitting/olevel-sitting.rules.ts";
import { CertificateForm } from "./olevel-result.certificate.page.tsx";
import { editResult, MAX_RESULTS, type Result } from "./olevel-result.contract.ts";

interface Typed {
  examination: string;
  subject: string;
  scored: string;
}

interface FormParts {
  /** All results, so that a subject is not offered twice for a sitting. */
  readonly results: readonly Result[];
  onHide(): void;
}

export function AddResult({ results, onHide }: FormParts) {
  return (
    <ResultDialog onHide={onHide}>
      {(sittings) => <CertificateForm sittings={sittings} results={results} onHide={onHide} />}
    </ResultDialog>
  );
}

export function EditResult({ result, results, onHide }: FormParts & { result: Result }) {
  return (
    <ResultDialog onHide={onHide}>
      {(sittings) => <EditForm result={result} sittings={sittings} results={results} onHide={onHide} />}
    </ResultDialog>
  );
}

interface DialogParts {
  onHide(): void;
  readonly children: (sittings: readonly Sitting[]) => React.ReactNode;
}

function ResultDialog({ onHide, children }: DialogParts) {
  const sittings = useRead(listSittings);
  return (
    <Dialog title="Student O-Level Result" onHide={onHide}>
      <Read from={sittings} waiting={<CardBones />}>
        {(list) =>
          list.length > 0 ? (
            children(list)
          ) : (
            <Alert look="info" title="Add your sitting first">
              <p className="mb-3">Results belong to an examination sitting, and you have not added one yet.</p>
              <LinkButton to="/app/olevel">Add a sitting</LinkButton>
            </Alert>
          )
        }
      </Read>
    </Dialog>
  );
}

interface FieldsParts extends FormParts {
  readonly sittings: readonly Sitting[];
}

function EditForm({ result, sittings, results, onHide }: FieldsParts & { result: Result }) {
  const { _id: id, version, subject, scored } = result;
  const sheet = useSheet(editResult.body, { examination: result.examination._id, subject, scored });
  return (
    <DialogForm
      onHide={onHide}
      sheet={sheet}
      draft={`result:${id}`}
      send={(body, attempt) => call(editResult, { params: { id }, body, attempt, version })}
      submit="Save"
    >
      <ResultFields sheet={sheet} sittings={sittings} results={results.filter((other) => other._id !== id)} />
    </DialogForm>
  );
}

interface ChosenParts {
  readonly sheet: Sheet<Typed>;
  readonly sittings: readonly Sitting[];
  readonly results: readonly Result[];
}

function ResultFields({ sheet, sittings, results }: ChosenParts) {
  const chosen = sheet.form.watch("examination");
  const sitting = sittings.find(({ _id }) => _id === chosen);
  const taken = results.filter(({ examination }) => examination._id === chosen).map((result) => result.subject);
  const set = sitting ? subjectsFor(sitting.examinationtype) : displaySubjects;
  const free = set.map(({ name }) => name).filter((name) => !taken.includes(name));

  const subject = sheet.form.watch("subject");
  const lost = subject !== "" && taken.includes(subject);
  useEffect(() => {
    if (lost) sheet.form.setValue("subject", "");
  }, [lost, sheet.form]);

  const full =
    taken.length >= MAX_RESULTS ? `This sitting has ${MAX_RESULTS} results, the most it can have` : undefined;
  return (
    <>
      <SelectFrom
        {...sheet.field("examination")}
        asked="Select examination sitting"
        {...(full && { hint: full })}
        choices={sittings.map((one) => ({ value: one._id, label: sittingName(one) }))}
      />
      <SelectFrom {...sheet.field("subject")} choices={free.map((name) => ({ value: name, label: name }))} />
      <SelectFrom
        {...sheet.field("scored")}
        choices={grades.map(({ grade, meaning }) => ({ value: grade, label: `${grade} · ${meaning}` }))}
      />
    </>
  );
}
