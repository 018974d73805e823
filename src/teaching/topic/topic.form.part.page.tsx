import { useState } from "react";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, typedOf, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { topicEntries, topics } from "./topic.contract.ts";

const facts = factsOf(topicEntries);
const schema = typedForm(facts, fields(topicEntries) as never);

interface TopicParts {
  /** Any course of the class. */
  readonly course: string;
  /** Null for a new one. */
  readonly topic: { readonly _id: string; readonly version: number; readonly label: string } | null;
  onHide(): void;
}

/** Adds a topic to a class, or changes one; its place stays. */
export function TopicDialog({ course, topic, onHide }: TopicParts) {
  const sheet = useSheet<Typed, Values>(schema, topic ? typedOf(facts, topic) : blankOf(facts));
  const [labels] = useState(() => new Map<string, string>());
  return (
    <Dialog title={topic ? `Edit ${topic.label}` : "Add a topic"} onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={`topic:${topic?._id ?? course}`}
        submit={topic ? "Save changes" : "Add topic"}
        send={async (typed, attempt): Promise<unknown> => {
          const body = { ...wireOf(facts, typed), course };
          if (!topic) return call(topics.calls.create, { body, attempt });
          return call(topics.calls.change, { params: { id: topic._id }, body, version: topic.version, attempt });
        }}
        onHide={onHide}
      >
        {facts.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={labels} />
        ))}
      </DialogForm>
    </Dialog>
  );
}
