import { useRef, useState } from "react";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import {
  type PartName,
  partNames,
  proposeReset,
  proposeWording,
  resetForm,
  type WholeTemplate,
  wordingForm,
} from "./template-desk.contract.ts";
import { Tried } from "./template-desk.preview.part.page.tsx";
import type { PaperSheets } from "./template-desk.print.part.page.tsx";

// It draws papers, which the words of mails do without.
const TestPrint = opened(() => import("./template-desk.print.part.page.tsx").then((part) => part.TestPrint));

/** New words of a template, begun with those that go out now. */
export function Editor({ of, sheets }: { of: WholeTemplate; sheets: PaperSheets }) {
  const reread = useReread();
  const reset = useShown();
  const [last, setLast] = useState<PartName>(of.parts.at(-1)?.name ?? "text");
  const area = useRef<HTMLDivElement>(null);
  const empty = Object.fromEntries(partNames.map((name) => [name, ""])) as Record<PartName, string>;
  const sheet = useSheet(wordingForm, { ...empty, ...of.now, note: "" });
  const typed = sheet.form.watch();
  const words = Object.fromEntries(of.parts.map(({ name }) => [name, String(typed[name] ?? "")]));

  /** Puts a value where the cursor was last. */
  function insert(name: string) {
    const control = area.current?.querySelector<HTMLTextAreaElement | HTMLInputElement>(`[name="${last}"]`);
    const text = String(sheet.form.getValues(last) ?? "");
    const at = control?.selectionStart ?? text.length;
    const put = `{${name}}`;
    sheet.form.setValue(last, `${text.slice(0, at)}${put}${text.slice(control?.selectionEnd ?? at)}`, {
      shouldDirty: true,
    });
    requestAnimationFrame(() => {
      control?.focus();
      control?.setSelectionRange(at + put.length, at + put.length);
    });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] print:block">
      <Guarded form={sheet.form} title={of.name} />
      <section
        ref={area}
        aria-label="New words"
        className="no-print card p-5"
        onFocus={({ target }) => {
          const found = partNames.find((name) => name === (target as HTMLInputElement).name);
          if (found) setLast(found);
        }}
      >
        <h2 className="mb-2 text-large">In the college's words</h2>
        <Form
          sheet={sheet}
          draft={`template:${of.key}`}
          submit="Propose these words"
          beside={
            of.state === "shipped" ? null : (
              <button type="button" className="button button-quiet" onClick={reset.show}>
                Reset to the words as shipped
              </button>
            )
          }
          send={(body, attempt) => call(proposeWording, { params: { key: of.key }, body, attempt })}
          done={() => {
            sheet.form.reset(sheet.form.getValues());
            void reread();
          }}
        >
          {of.parts.map(({ name, line, optional, most }) =>
            line ? (
              <TextField
                key={name}
                {...sheet.field(name)}
                optional={optional}
                hint={`One line, at most ${most} characters`}
              />
            ) : (
              <div key={name} className={of.kind === "paper" ? "[&_textarea]:min-h-24" : "[&_textarea]:min-h-80"}>
                <TextArea {...sheet.field(name)} optional={optional} hint={hints[name] ?? PARAGRAPHS} />
              </div>
            ),
          )}
          <Insertable of={of} onInsert={insert} />
          <TextField {...sheet.field("note")} hint="For the office, such as: the bursary has moved" />
        </Form>
      </section>
      {of.kind === "paper" ? <TestPrint of={of} words={words} sheets={sheets} /> : <Tried of={of} words={words} />}
      {reset.shown && <ResetDialog of={of} onHide={reset.hide} onDone={reread} />}
    </div>
  );
}

const PARAGRAPHS = "An empty line parts paragraphs. A paragraph whose value is empty falls away";

const hints: Partial<Record<PartName, string>> = {
  notes: "One a line; each is a point of its own",
  signatories: "One a line; each has room to sign",
};

/** The values that the words may name; a press puts one where the cursor was. */
const Insertable = ({ of: { values, letterhead }, onInsert }: { of: WholeTemplate; onInsert(name: string): void }) => (
  <details className="rounded-card border border-line px-4 py-2" open>
    <summary className="min-h-6 cursor-pointer font-semibold">Values that the portal puts in</summary>
    <ul className="mt-2 grid gap-2">
      {[...values, ...letterhead].map(({ name, meaning, must }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-3">
          <button type="button" className="button button-quiet" onClick={() => onInsert(name)}>
            <span className="sr-only">Put in </span>
            <code>{`{${name}}`}</code>
          </button>
          <span className="text-small text-soft">
            {meaning}
            {must && <strong> (must stand)</strong>}
          </span>
        </li>
      ))}
    </ul>
  </details>
);

interface ResetParts {
  readonly of: WholeTemplate;
  onHide(): void;
  onDone(): unknown;
}

function ResetDialog({ of, onHide, onDone }: ResetParts) {
  const sheet = useSheet(resetForm, { note: "" });
  return (
    <Dialog title="Reset to the words as shipped?" onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={null}
        submit="Propose the reset"
        send={async (body, attempt) => {
          const answer = await call(proposeReset, { params: { key: of.key }, body, attempt });
          await onDone();
          return answer;
        }}
      >
        <p>A second person approves it. Until then the college's words go out.</p>
        <TextField {...sheet.field("note")} />
      </DialogForm>
    </Dialog>
  );
}
