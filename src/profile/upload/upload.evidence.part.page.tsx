import { Check } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { sentenceOf } from "#kit/call/call.web.ts";
import { describedBy, FieldFrame, type FieldParts, useControl } from "#kit/field/field.web.tsx";
import { sendFile, shrunk } from "#kit/form/file.web.ts";
import { sendAfter } from "#kit/form/sending.web.ts";
import { Progress } from "#kit/look/states.web.tsx";
import type { Endpoint, Schema } from "#kit/wire/endpoint.contract.ts";
import type { uploadFile } from "./upload.contract.ts";
import { acceptedTypes, fileTrouble } from "./upload.rules.ts";

// Sharp enough to read a printed A4 sheet.
const LONGEST_SIDE = 2000;

interface EvidenceParts extends FieldParts {
  /** The call that keeps the paper. */
  readonly keep: Endpoint<string, Schema, (typeof uploadFile)["reply"]>;
}

/** A paper that is sent as soon as it is chosen; the form holds the name under which it is kept. */
export function EvidenceField({ keep, ...field }: EvidenceParts) {
  const { setValue, watch, control: form } = useFormContext();
  const { control, error } = useControl(field);
  const [sent, setSent] = useState("");
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState("");
  const kept = String(watch(field.name) ?? "");
  const send = async (box: HTMLInputElement) => {
    const [file] = box.files ?? [];
    if (!file) return;
    const refuse = (why: string) => {
      setTrouble(`${file.name} was not taken. ${why}`);
      // The control would go on naming it.
      box.value = "";
    };
    setTrouble("");
    setShare(0);
    try {
      const small = await shrunk(file, LONGEST_SIDE);
      const wrong = fileTrouble("document", small);
      if (wrong) return refuse(wrong);
      const { photo } = await sendFile(keep, "document", small, setShare);
      setSent(file.name);
      setValue(field.name, photo.newname, { shouldValidate: true, shouldDirty: true });
    } catch (failure) {
      refuse(sentenceOf(failure));
    } finally {
      setShare(null);
    }
  };
  return (
    <FieldFrame {...field} error={trouble || error}>
      <input
        id={control.id}
        type="file"
        accept={acceptedTypes.document.join(",")}
        className="control"
        aria-invalid={trouble || error ? true : undefined}
        aria-describedby={describedBy(field.id, field.hint, trouble || error)}
        onChange={({ target }) => sendAfter(form, send(target))}
      />
      {share !== null && <Progress label="Sending" value={share} most={1} />}
      {kept && share === null && (
        <p role="status" className="mt-1.5 flex items-center gap-1.5 text-good">
          <Check aria-hidden className="size-4 shrink-0" />
          {sent || "A paper"} is {trouble ? "still attached" : "attached"}. Choose another to replace it
        </p>
      )}
    </FieldFrame>
  );
}
