import { type ReactNode, useMemo, useRef, useState } from "react";
import { CallFailure } from "#kit/call/call.web.ts";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Guarded } from "../leaving/leaving.guard.part.page.tsx";
import type { AnyRecord, Row, Values } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, typedOf, wireOf } from "../record/record.rules.ts";
import { type Conflict, ConflictNotice, useConflict } from "./form.conflict.part.page.tsx";
import { RecordField } from "./form.field.part.page.tsx";

/** What a form is made of: a record's definition, or an assignment's. */
export type Formed = Pick<AnyRecord, "facts" | "answers" | "form" | "one" | "called" | "noun">;

interface FormParts<Reply> {
  readonly of: Formed;
  /** What is edited; null for a new one. */
  readonly row: Row | null;
  /** What a new one begins with. */
  readonly filled?: Typed;
  readonly submit: string;
  send(values: Values, version: number | undefined, attempt: string): Promise<Reply>;
  done(reply: Reply, again: () => void): void | Promise<void>;
  /** Reads what is saved now, after somebody else was faster. */
  readonly reread?: () => Promise<Conflict>;
  readonly beside?: ReactNode;
}

/** A form that is made of a record's facts. What is typed is kept until it is saved, whoever saved something meanwhile. */
export function RecordForm<Reply>({ of, row, filled, submit, send, done, reread, beside }: FormParts<Reply>) {
  const facts = useMemo(() => [...of.facts, ...of.answers], [of]);
  const schema = useMemo(() => typedForm(facts, of.form), [facts, of]);
  const [start] = useState<Typed>(() => (row ? typedOf(facts, row) : { ...blankOf(facts), ...filled }));
  const [asked, setAsked] = useState<readonly Field[]>([]);
  const sheet = useSheet<Typed, Values>(schema, start);
  const [labels] = useState(() => labelsIn(of.facts, row));
  const version = useRef(row?.version);
  const { conflict, raise, settle } = useConflict(of, sheet, start, labels);
  const draft = `${of.noun}:${row?._id ?? "new"}`;
  const again = () => sheet.form.reset(start);
  return (
    <>
      <Guarded form={sheet.form} title={row?._title ?? `New ${of.called}`} />
      <Form
        sheet={sheet}
        draft={draft}
        submit={submit}
        beside={beside}
        send={async (typed, attempt) => {
          try {
            return await send(wireOf(facts, typed), version.current, attempt);
          } catch (failure) {
            if (failure instanceof CallFailure)
              setAsked((before) => of.answers.filter((field) => failure.fields[field.name] || before.includes(field)));
            if (!(failure instanceof CallFailure) || failure.status !== 409 || !reread) throw failure;
            const now = await reread();
            version.current = now.row.version;
            raise(now, typed);
            throw new CallFailure("Somebody else saved this record meanwhile. Compare below, then save again", 409);
          }
        }}
        done={async (reply) => {
          settle();
          // Saved is no longer unsaved: the guard lets go.
          sheet.form.reset(sheet.form.getValues());
          await done(reply, again);
        }}
      >
        {conflict && <ConflictNotice conflict={conflict} />}
        <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
          {[...of.facts, ...asked].map((field) => (
            <div key={field.name} className={field.kind === "lines" || field.kind === "several" ? "lg:col-span-2" : ""}>
              <RecordField field={field} sheet={sheet} labels={labels} />
            </div>
          ))}
        </div>
      </Form>
    </>
  );
}

/** The names of a row's references, by `_id`. */
function labelsIn(facts: readonly Field[], row: Row | null): Map<string, string> {
  const held = facts.filter(({ kind }) => kind === "reference").map(({ name }) => row?.[name]);
  return new Map(
    held
      .filter((one) => one !== null && one !== undefined)
      .map((one) => {
        const { _id, label } = one as { _id: string; label: string };
        return [_id, label] as const;
      }),
  );
}
