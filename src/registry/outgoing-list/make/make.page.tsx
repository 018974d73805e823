import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { SendSeen } from "#console/confirm/confirm.seen.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Replied, Sent } from "#kit/wire/endpoint.contract.ts";
import {
  checkList,
  type ListPreview,
  listForm,
  makeList,
  outgoingLists,
  readListTerms,
} from "../outgoing-list.contract.ts";
import { kindRules, type ListKind } from "../outgoing-list.rules.ts";

/** Makes a list, once its reader has seen who would stand in it and what is missing. */
export function MakeListPage() {
  const read = useRead(readListTerms);
  return (
    <>
      <ConsoleHeading title="Make a list">
        <Link to={outgoingLists.link} className="button button-quiet">
          Back to the lists
        </Link>
      </ConsoleHeading>
      <Read from={read} waiting={<div className="bone late h-40" />}>
        {(terms) => <Steps terms={terms} />}
      </Read>
    </>
  );
}

const facts = factsOf(listForm.entries);
const schema = typedForm(facts, listForm as never);
const ofClasses = ["programme", "level"];

type Wanted = Sent<typeof makeList>;

function Steps({ terms: { running, sessions, clocks } }: { terms: Replied<typeof readListTerms> }) {
  const session = clocks[0]?.session ?? running ?? sessions[0]?._id ?? "";
  const sheet = useSheet<Typed, Values>(schema, { ...blankOf(facts), session });
  const [labels] = useState(() => new Map(sessions.map(({ _id, name }) => [_id, name])));
  const [seen, setSeen] = useState<{ readonly wanted: Wanted; readonly preview: ListPreview } | null>(null);
  const typed = useWatch({ control: sheet.form.control });
  const kind = typed.kind as ListKind | undefined;
  // Classes are known as they stand now.
  const runs = kind && kind in kindRules && kindRules[kind].runs ? running : null;
  const { setValue } = sheet.form;
  useEffect(() => {
    if (runs) setValue("session", runs);
  }, [runs, setValue]);
  const shown = facts.filter(({ name }) => kind === "Class list" || !ofClasses.includes(name));
  const wanted = wireOf(facts, {
    ...typed,
    ...(kind !== "Class list" && { programme: "", level: "" }),
  } as Typed) as Wanted;
  const isSeen = seen !== null && JSON.stringify(seen.wanted) === JSON.stringify(wanted);
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <p>
        A list is made of what stands now and does not change afterwards. It leaves once another person has signed it
        off; the portal keeps the file as it went out.
      </p>
      <Form
        sheet={sheet}
        draft={null}
        silent
        submit="Show what would be in it"
        send={async () => {
          const preview = await call(checkList, { body: wanted });
          setSeen({ wanted, preview });
          return { message: "" };
        }}
        done={() => undefined}
      >
        {shown.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={labels} />
        ))}
        {kind && kind in kindRules && <p className="text-soft">{kindRules[kind].about}</p>}
      </Form>
      {seen && isSeen && <Preview key={JSON.stringify(wanted)} of={seen.preview} wanted={wanted} />}
    </div>
  );
}

function Preview({ of: { title, people, held, lacks }, wanted }: { of: ListPreview; wanted: Wanted }) {
  return (
    <section aria-labelledby="preview" className="card grid gap-3 px-5 py-4">
      <h2 id="preview" className="text-large">
        {title}
      </h2>
      <p>
        <strong className="figures">{people === 0 ? "Nobody" : asCount(people, "person", "people")}</strong> in the file
        {held > 0 && (
          <>
            , <strong className="figures text-bad">{asFigure(held)} held back</strong>: they stand on the list's page
            with the reason, and not in the file
          </>
        )}
        .
      </p>
      {lacks.length > 0 && <Lacks of={lacks} />}
      <SendSeen
        submit={"Make the list"}
        idle={people === 0}
        of={outgoingLists}
        send={(attempt) => call(makeList, { body: wanted, attempt })}
      />
    </section>
  );
}

const Lacks = ({ of }: { of: ListPreview["lacks"] }) => (
  <table className="w-full border-collapse">
    <caption className="sr-only">What is missing</caption>
    <thead>
      <tr className="border-line border-b text-left text-small text-soft">
        <th scope="col" className="py-2 pr-4 font-semibold">
          What is missing
        </th>
        <th scope="col" className="py-2 pl-4 text-right font-semibold">
          People
        </th>
      </tr>
    </thead>
    <tbody>
      {of.map(({ lack, held, count }) => (
        <tr key={lack} className="border-line border-b align-top last:border-b-0">
          <th scope="row" className="py-1.5 pr-4 text-left font-normal">
            {lack}
            <span className={`block text-small ${held ? "text-bad" : "text-soft"}`}>
              {held ? "Held back" : "Goes out without it"}
            </span>
          </th>
          <td className="figures py-1.5 pl-4 text-right">{asFigure(count)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
