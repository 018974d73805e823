import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { sizeOf } from "../letter/letter.length.contract.ts";
import { addTemplate, letterTemplates, templateForm } from "./letter-template.contract.ts";
import { letterFields } from "./letter-template.fields.contract.ts";
import { Preview } from "./letter-template.staff-preview.part.page.tsx";

const { link } = letterTemplates;

/** A new version, from an earlier one or from nothing, seen as it is typed. */
export function NewTemplate({ from }: { from: string | null }) {
  return from ? <FromEarlier id={from} /> : <Writing earlier={{}} />;
}

function FromEarlier({ id }: { id: string }) {
  const { data } = useRead(letterTemplates.calls.read, { id });
  if (data === undefined) return <div className="bone late h-64 max-w-3xl" />;
  return <Writing earlier={data as Row} />;
}

function Writing({ earlier }: { earlier: Readonly<Record<string, unknown>> }) {
  const navigate = useNavigate();
  const text = (name: string) => (typeof earlier[name] === "string" ? String(earlier[name]) : "");
  const sheet = useSheet(templateForm, {
    ...{ opening: text("opening"), conditions: text("conditions"), closing: text("closing"), note: "" },
  });
  const typed = sheet.form.watch();
  const shown = (name: "opening" | "conditions" | "closing") => String(typed[name] ?? "");
  const words = { opening: shown("opening"), conditions: shown("conditions"), closing: shown("closing") };
  return (
    <>
      <ConsoleHeading title="New version of the letter" />
      <Guarded form={sheet.form} title="New version of the letter" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="card p-5">
          <Form
            sheet={sheet}
            draft="letter-template:new"
            submit="Save the version"
            beside={
              <Link to={link} className="button button-quiet">
                Cancel
              </Link>
            }
            send={(body, attempt) => call(addTemplate, { body, attempt })}
            done={({ _id }) => {
              sheet.form.reset(sheet.form.getValues());
              navigate(`${link}/${_id}`);
            }}
          >
            <Known />
            <TextArea {...sheet.field("opening")} label="Opening" optional hint="After the first sentence" />
            <TextArea {...sheet.field("conditions")} label="Conditions" optional hint="After what to do now" />
            <TextArea {...sheet.field("closing")} label="Closing" optional hint="Before the Registrar's signature" />
            <Size of={words} />
            <TextField {...sheet.field("note")} hint="For the office, such as: hostel rules of 2026" />
          </Form>
        </div>
        <Preview words={words} />
      </div>
    </>
  );
}

const said = {
  usual: "The letter is printed in its usual size",
  small: "The letter is printed smaller, so that it stays on one page",
  tiny: "The letter is printed in small letters, so that it stays on one page. Fewer words are easier to read",
} as const;

/** In which size the letter is printed. */
const Size = ({ of }: { of: Parameters<typeof sizeOf>[0] }) => (
  <p role="status" className={sizeOf(of) === "tiny" ? "font-semibold text-warn" : "text-small text-soft"}>
    {said[sizeOf(of)]}
  </p>
);

/** The fields that a paragraph may name. */
const Known = () => (
  <details className="rounded-card border border-line px-4 py-2">
    <summary className="min-h-6 cursor-pointer font-semibold">Fields that the portal fills in</summary>
    <dl className="mt-2 grid gap-1">
      {Object.entries(letterFields).map(([name, what]) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="min-w-28">
            <code>{`{${name}}`}</code>
          </dt>
          <dd className="text-soft">{what}</dd>
        </div>
      ))}
    </dl>
  </details>
);
