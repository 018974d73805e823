import { Check } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, typedOf, wireOf } from "#console/record/record.rules.ts";
import { call, sentenceOf } from "#kit/call/call.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { describedBy, FieldFrame, type FieldParts, useControl } from "#kit/field/field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { sendFile, shrunk } from "#kit/form/file.web.ts";
import { sendAfter } from "#kit/form/sending.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Progress } from "#kit/look/states.web.tsx";
import { materialTrouble, materialTypes } from "#profile/upload/upload.rules.ts";
import { materialEntries, materialForm, materials, sendMaterialFile } from "./material.contract.ts";
import { kindOfFile } from "./material.rules.ts";

const facts = factsOf(materialEntries);
const schema = typedForm(facts, materialForm);
const [label, status] = facts as [(typeof facts)[number], (typeof facts)[number]];

interface MaterialParts {
  readonly topic: { readonly _id: string; readonly label: string };
  /** Null for a new one. */
  readonly material: { readonly _id: string; readonly version: number; readonly label: string } | null;
  onHide(): void;
}

/** Adds what students read about a topic, or changes it: a text first, because it costs them next to nothing. */
export function MaterialDialog({ topic, material, onHide }: MaterialParts) {
  const sheet = useSheet<Typed, Values>(schema, material ? typedOf(facts, material) : blankOf(facts));
  const [labels] = useState(() => new Map<string, string>());
  const { optional: _, ...post } = sheet.field("post");
  return (
    <Dialog title={material ? `Edit ${material.label}` : `Add to ${topic.label}`} onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={`material:${material?._id ?? topic._id}`}
        submit={material ? "Save changes" : "Save material"}
        send={async (typed, attempt): Promise<unknown> => {
          const body = { ...wireOf(facts, typed), topic: topic._id };
          if (!material) return call(materials.calls.create, { body, attempt });
          return call(materials.calls.change, {
            params: { id: material._id },
            body,
            version: material.version,
            attempt,
          });
        }}
        onHide={onHide}
      >
        <RecordField field={label} sheet={sheet} labels={labels} />
        <div className="[&_textarea]:min-h-48">
          <TextArea
            {...post}
            label="Text"
            optional
            hint="Read on the page, and without a connection. For low data, put the lecture here; a file is for what a text cannot show"
          />
        </div>
        <MaterialFile {...sheet.field("file")} label="File" optional />
        <RecordField
          field={{ ...status, label: "Students", words: ["May read it", "Not yet"] }}
          sheet={sheet}
          labels={labels}
        />
      </DialogForm>
    </Dialog>
  );
}

// Sharp enough to read a printed A4 sheet.
const LONGEST_SIDE = 2000;

/** A file that is sent as soon as it is chosen; the form holds the name under which it is kept. What is too large never leaves. */
function MaterialFile(field: FieldParts) {
  const { setValue, watch, control: form } = useFormContext();
  const { control, error } = useControl(field);
  const [sent, setSent] = useState("");
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState("");
  const kept = String(watch(field.name) ?? "");
  const put = (newname: string) => setValue(field.name, newname, { shouldValidate: true, shouldDirty: true });
  const send = async (box: HTMLInputElement) => {
    const [file] = box.files ?? [];
    if (!file) return;
    const refuse = (why: string) => {
      setTrouble(`${file.name} was not taken. ${why}`);
      // The control would go on naming it.
      box.value = "";
    };
    setTrouble("");
    try {
      const small = await shrunk(file, LONGEST_SIDE);
      const wrong = materialTrouble(small);
      if (wrong) return refuse(wrong);
      setShare(0);
      const { photo } = await sendFile(sendMaterialFile, "material", small, setShare);
      setSent(file.name);
      put(photo.newname);
    } catch (failure) {
      refuse(sentenceOf(failure));
    } finally {
      setShare(null);
    }
  };
  const hint = "A PDF, picture, Word document or slides of at most 10 MB. Students see its size before they take it";
  return (
    <FieldFrame {...field} hint={hint} error={trouble || error}>
      <input
        id={control.id}
        type="file"
        accept={materialTypes.join(",")}
        className="control"
        aria-invalid={trouble || error ? true : undefined}
        aria-describedby={describedBy(field.id, hint, trouble || error)}
        onChange={({ target }) => sendAfter(form, send(target))}
      />
      {share !== null && <Progress label="Sending" value={share} most={1} />}
      {kept && share === null && (
        <p role="status" className="mt-1.5 flex flex-wrap items-center gap-x-1.5">
          <Check aria-hidden className="size-4 shrink-0 text-good" />
          <span className="min-w-0 break-words text-good">{sent || kindOfFile(kept)} is attached</span>
          <button type="button" className="link min-h-(--control) cursor-pointer px-2" onClick={() => put("")}>
            Take it away
          </button>
        </p>
      )}
    </FieldFrame>
  );
}
