import { Check } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { FieldFrame, type FieldParts } from "#kit/field.web.tsx";
import { sendFile, shrunk } from "#kit/file.web.ts";
import { Progress } from "#kit/states.web.tsx";
import { acceptedTypes, fileTrouble } from "#profile/upload/upload.contract.ts";
import { sendEvidence } from "./payment-correction.contract.ts";

// Sharp enough to read a printed A4 sheet.
const LONGEST_SIDE = 2000;

/** A paper that is sent as soon as it is chosen; the form holds the name under which it is kept. */
export function EvidenceField(field: FieldParts) {
  const { getFieldState, formState, setValue, watch } = useFormContext();
  const [sent, setSent] = useState("");
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState("");
  const kept = String(watch(field.name) ?? "");
  const error = trouble || getFieldState(field.name, formState).error?.message;
  const send = async (file: File | undefined) => {
    if (!file) return;
    setTrouble("");
    setShare(0);
    try {
      const small = await shrunk(file, LONGEST_SIDE);
      const wrong = fileTrouble("document", small);
      if (wrong) return setTrouble(wrong);
      const { photo } = await sendFile(sendEvidence, "document", small, setShare);
      setSent(file.name);
      setValue(field.name, photo.newname, { shouldValidate: true, shouldDirty: true });
    } catch (failure) {
      setTrouble(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setShare(null);
    }
  };
  return (
    <FieldFrame {...field} error={error}>
      <input
        id={field.id}
        type="file"
        accept={acceptedTypes.document.join(",")}
        className="control"
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => void send(target.files?.[0])}
      />
      {share !== null && <Progress label="Sending" value={share} most={1} />}
      {kept && share === null && (
        <p role="status" className="mt-1.5 flex items-center gap-1.5 text-good">
          <Check aria-hidden className="size-4" />
          {sent ? `${sent} is kept` : "A paper is kept. Choose another to replace it"}
        </p>
      )}
    </FieldFrame>
  );
}
