import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { type Preview, previewWording, testWording, type WholeTemplate } from "./template-desk.contract.ts";

interface TriedParts {
  readonly of: WholeTemplate;
  readonly words: Readonly<Record<string, string>>;
}

const personForm = fields({ person: previewWording.body.entries.person });

/** The words as a reader gets them: with nobody's values, or those of a file; and a test mail to oneself. */
export function Tried({ of, words }: TriedParts) {
  const [seen, setSeen] = useState<Preview | null>(null);
  const sheet = useSheet(personForm, { person: "" });
  const tested = useSheet(fields({}), {});
  return (
    <section aria-label="Preview" className="card grid gap-4 p-5">
      <h2 className="text-large">Preview</h2>
      <Form
        sheet={sheet}
        draft={null}
        submit="Show the preview"
        silent
        send={({ person }, attempt) =>
          call(previewWording, { params: { key: of.key }, body: { ...words, person: person || null }, attempt })
        }
        done={setSeen}
      >
        <CodeField
          {...sheet.field("person")}
          optional
          hint="Of somebody whose file you may open; that you looked is written down. Empty: nobody's values"
        />
      </Form>
      {seen && <Shown of={of} seen={seen} />}
      <Form
        sheet={tested}
        draft={null}
        submit="Send me a test mail"
        send={(_typed, attempt) => call(testWording, { params: { key: of.key }, body: words, attempt })}
        done={() => undefined}
      >
        <p className="text-small text-soft">The test goes to your own address, with nobody's values.</p>
      </Form>
    </section>
  );
}

const Shown = ({ of: { parts }, seen }: { of: WholeTemplate; seen: Preview }) => (
  <div role="status" className="border-line border-l-4 pl-4">
    <p className="text-small text-soft">
      {seen.of ? `Values of ${seen.of}. ` : "Values of nobody. "}
      {seen.of && seen.examples.length > 0 && `Examples: ${seen.examples.map((name) => `{${name}}`).join(", ")}`}
    </p>
    {parts.map(({ name, line }) => (
      <p key={name} className={line ? "mt-2 break-words font-semibold" : "mt-2 whitespace-pre-line break-words"}>
        {seen.words[name]}
      </p>
    ))}
  </div>
);
