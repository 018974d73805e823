import { useId, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { CallFailure, call, sentenceOf } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { RadioField, SelectField } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { utmeSubjects } from "#reference/subjects/subjects.utme.rules.ts";
import { intakes } from "../intake.contract.ts";
import { RulesInWords } from "../intake.entry-rules.page.tsx";
import {
  type RulesForm,
  readRules,
  rulesForm,
  type TypedRules,
  type WayForm,
  writeRules,
} from "../intake.entry-rules-form.contract.ts";
import { asksInWords, directEntryWords, rulesOfForm } from "../intake.rules.ts";
import { LinesField, NumberField, SubjectsField } from "./editor.lines.page.tsx";
import { OLevelPart } from "./editor.ways.page.tsx";

type Kept = Replied<typeof readRules>;

/** The entry rules of one intake. It begins with what is saved now. */
export function RulesEditor({ id }: { id: string }) {
  const read = useRead(readRules, { id });
  const row = useRead(intakes.calls.read, { id });
  const from = read.isFetchedAfterMount ? read : { ...read, data: undefined };
  return (
    <Read from={from as typeof read} waiting={<div className="bone late h-40" />}>
      {(kept) => (
        <Read from={row} waiting={<div className="bone late h-40" />}>
          {(intake) => <Editor intake={intake as Row} kept={kept} />}
        </Read>
      )}
    </Read>
  );
}

function Editor({ intake, kept }: { intake: Row; kept: Kept }) {
  const [start] = useState<RulesForm>(kept.form);
  const sheet = useSheet(rulesForm, start);
  const version = useRef(kept.version);
  const [others, setOthers] = useState<Kept | null>(null);
  const navigate = useNavigate();
  const reread = useReread();
  const params = { id: intake._id };
  const page = `${intakes.link}/${intake._id}`;
  return (
    <>
      <ConsoleHeading title={`Entry rules of ${intake._title}`} />
      <Guarded form={sheet.form} title={`the rules of ${intake._title}`} />
      <div className="card p-5">
        <Form
          sheet={sheet}
          draft={`intake-rules:${intake._id}`}
          submit="Save rules"
          beside={
            <Link to={page} className="button button-quiet">
              Cancel
            </Link>
          }
          send={async (body, attempt) => {
            try {
              return await call(writeRules, { params, body, version: version.current, attempt });
            } catch (failure) {
              if (!(failure instanceof CallFailure) || failure.status !== 409) throw failure;
              const now = await call(readRules, { params });
              version.current = now.version;
              setOthers(now);
              throw new CallFailure("Somebody else saved this meanwhile. Look at it below, then save again", 409);
            }
          }}
          done={() => {
            sheet.form.reset(sheet.form.getValues());
            void reread();
            navigate(page, { replace: true });
          }}
        >
          {others && (
            <Alert look="warn" title="Saved by somebody else meanwhile">
              <RulesInWords words={others.words.length > 0 ? others.words : ["No rules"]} />
              <p className="mt-2">What you typed is still here. Saving again puts it in the place of these.</p>
            </Alert>
          )}
          <TakingRules session={intake.session as Choice} sheet={sheet} />
          <OLevelPart sheet={sheet} />
          <UtmePart sheet={sheet} />
          <DirectEntryPart sheet={sheet} />
          <fieldset className="grid gap-4 lg:grid-cols-2">
            <legend className="mb-2 text-large">Beside results</legend>
            <TextArea
              {...sheet.field("directentry")}
              optional
              hint="In words, for applicants by Direct Entry: what the portal cannot judge"
            />
            <TextArea {...sheet.field("note")} optional hint="For the registry only, such as the brochure's page" />
          </fieldset>
          <InWords sheet={sheet} />
        </Form>
      </div>
    </>
  );
}

function UtmePart({ sheet }: { sheet: Sheet<TypedRules> }) {
  const [utme, count] = useWatch({ control: sheet.form.control, name: ["utme", "utmecount"] });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-large">UTME, beside Use of English</legend>
      <LinesField {...sheet.field("utme")} hint="Subjects that must have been sat" choices={utmeSubjects} />
      <NumberField {...sheet.field("utmecount")} least={0} most={3} hint="0 where the UTME is not asked for" />
      {count > 0 && (
        <div className="flex flex-wrap gap-4">
          <RadioField {...sheet.field("utmeasked")} hint="No for NCE, whose candidates sit none" />
          <NumberField
            {...sheet.field("utmescore")}
            least={0}
            most={400}
            step={5}
            hint="Of 400; judged where it must have been sat"
          />
        </div>
      )}
      {count > utme.length && (
        <SubjectsField
          {...sheet.field("utmeothers")}
          hint={`The other ${count - utme.length} may be any of these`}
          choices={utmeSubjects}
        />
      )}
    </fieldset>
  );
}

function DirectEntryPart({ sheet }: { sheet: Sheet<TypedRules> }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-large">Direct Entry, beside the O-Level</legend>
      <div className="flex flex-wrap gap-4">
        <NumberField {...sheet.field("ncesubjects")} least={0} most={3} hint="0 where an NCE is not taken" />
        <SelectField {...sheet.field("ncegrade")} hint="Or better; C is merit" />
      </div>
      <div className="flex flex-wrap gap-4">
        <NumberField {...sheet.field("ijmbsubjects")} least={0} most={3} hint="0 where IJMB is not taken" />
        <SelectField {...sheet.field("ijmbgrade")} hint="Or better" />
        <NumberField
          {...sheet.field("ijmbpoints")}
          least={0}
          most={16}
          hint="A is 5, E is 1, three passes bring 1 more"
        />
      </div>
      <SelectField {...sheet.field("diplomaclass")} hint="Or better; empty where a Diploma is not taken" />
    </fieldset>
  );
}

/** What the form says so far, as applicants will read it. */
function InWords({ sheet }: { sheet: Sheet<TypedRules> }) {
  const typed = useWatch({ control: sheet.form.control }) as RulesForm;
  const named = (lines: string[][]) => lines.filter((line) => line.length > 0);
  const namedWay = <W extends WayForm>(way: W): W => ({ ...way, must: named(way.must), passes: named(way.passes) });
  const rules = rulesOfForm({
    ...namedWay(typed),
    otherwise: typed.otherwise.map(namedWay),
    utme: named(typed.utme),
  });
  const words = [...asksInWords(rules), directEntryWords(rules)].filter((sentence) => sentence !== null);
  return (
    <section aria-label="In words" aria-live="polite" className="rounded-card border border-line bg-sunk px-4 py-3">
      <h2 className="font-sans font-semibold text-base">Applicants will read</h2>
      {words.length > 0 ? <RulesInWords words={words} /> : <p className="mt-1 text-soft">Nothing is asked for yet.</p>}
    </section>
  );
}

interface TakingParts {
  readonly session: Choice;
  readonly sheet: Sheet<TypedRules>;
}

/** Puts the rules of another programme into the form, to be changed or saved as they are; the remark stays. */
function TakingRules({ session, sheet }: TakingParts) {
  const id = useId();
  const [said, setSaid] = useState("");
  const take = async (programme: Choice) => {
    setSaid("");
    try {
      const form = await rulesOfProgramme(session, programme);
      if (!form) return setSaid(`${programme.label} has no entry rules in ${session.label}. Choose another programme`);
      const { directentry = "", note: _note, ...rules } = form;
      const { note } = sheet.form.getValues();
      sheet.form.reset({ ...rules, directentry, note }, { keepDefaultValues: true });
      setSaid(`These are the rules of ${programme.label} now. Nothing is saved yet`);
    } catch (failure) {
      setSaid(sentenceOf(failure));
    }
  };
  return (
    <div className="max-w-prose">
      <label htmlFor={id} className="mb-1 block font-semibold">
        Take the rules of
      </label>
      <ReferenceBox
        id={id}
        label="Take the rules of"
        noun="programme"
        chosen={null}
        look="control"
        placeholder="Type to find a programme"
        describedBy={`${id}-said`}
        onChoose={(programme) => programme && void take(programme)}
      />
      <p id={`${id}-said`} role="status" className="mt-1 text-soft">
        {said || `They are put in the place of those below, as they stand in ${session.label}.`}
      </p>
    </div>
  );
}

async function rulesOfProgramme(session: Choice, programme: Choice) {
  const query = new URLSearchParams({ session: session._id, programme: programme._id });
  const { list } = await call(withQuery(intakes.calls.list, query.toString()), {});
  const [intake] = list;
  if (!intake) return null;
  const { isSet, form } = await call(readRules, { params: { id: intake._id } });
  return isSet ? form : null;
}
