import { useState } from "react";
import { ReferenceField } from "#console/form/form.field.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { type StudentSummary, selectionForm, selectStudent } from "./student.selection.contract.ts";

interface SelectionParts {
  /** What follows, as on its button: "Change the status". */
  readonly submit: string;
  onPicked(student: StudentSummary): void;
}

/** Picks one student by number or name before something is done for him or her. Specification 3. */
export function StudentSelection({ submit, onPicked }: SelectionParts) {
  const sheet = useSheet(selectionForm, { student: "" });
  const [labels] = useState(() => new Map<string, string>());
  return (
    <section aria-label="Which student" className="card max-w-3xl p-5">
      <Form
        sheet={sheet}
        draft={null}
        submit={submit}
        send={(body, attempt) => call(selectStudent, { body, attempt })}
        done={({ student }) => onPicked(student)}
      >
        <ReferenceField
          {...sheet.field("student")}
          noun="student"
          labels={labels}
          hint="Type a matric number, JAMB number, phone, address or name"
        />
      </Form>
    </section>
  );
}
