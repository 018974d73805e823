import { useState } from "react";
import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { SendSeen } from "#console/confirm/confirm.seen.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { LeftOut } from "#console/import/import.left-out.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { type Field, factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSeen } from "#kit/form/seen.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useSearchParams } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { fields, type Replied, type Sent } from "#kit/wire/endpoint.contract.ts";
import { AdjustedBills, AdjustedParts, signedNaira } from "../bill-adjustment.bills.part.page.tsx";
import {
  billAdjustments,
  checkAdjustment,
  proposeAdjustment,
  readAdjustmentTerms,
} from "../bill-adjustment.contract.ts";
import { type AdjustmentKind, adjustmentKinds, isWhole, kindEffects, kindWords } from "../bill-adjustment.rules.ts";

type Terms = Replied<typeof readAdjustmentTerms>;

/** Proposes a change of bills: what it is, for whom, and what it would do to each, before anybody else sees it. */
export function ProposePage() {
  const read = useRead(readAdjustmentTerms);
  const [kind, setKind] = useState<AdjustmentKind | null>(null);
  return (
    <ReadRecord from={read} of={billAdjustments}>
      {(terms) => (
        <>
          <ConsoleHeading title="Change bills">
            <Link to={billAdjustments.link} className="button button-quiet">
              Back to the list
            </Link>
          </ConsoleHeading>
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            {terms.approvers.length === 0 ? (
              <Alert look="warn" title="Nobody decides about it yet">
                <p>{approverSentence(terms.approvers)}. What you propose waits until then.</p>
              </Alert>
            ) : (
              <p className="text-soft">
                Two people change a bill: you propose, and {approverSentence(terms.approvers)}.
              </p>
            )}
            <Kinds chosen={kind} onChoose={setKind} />
            {kind && <Proposal key={kind} kind={kind} terms={terms} />}
          </div>
        </>
      )}
    </ReadRecord>
  );
}

function Kinds({ chosen, onChoose }: { chosen: AdjustmentKind | null; onChoose(kind: AdjustmentKind): void }) {
  return (
    <fieldset aria-labelledby="what" className="card px-5 py-4">
      <h2 id="what" className="mb-2 text-large">
        What it is
      </h2>
      {adjustmentKinds.map((one) => (
        <label key={one} className="flex cursor-pointer gap-3 border-line border-b py-2.5 last:border-b-0">
          <input
            type="radio"
            name="kind"
            value={one}
            checked={chosen === one}
            onChange={() => onChoose(one)}
            className="mt-1 size-5 shrink-0"
          />
          <span>
            <strong className="block">{kindWords[one]}</strong>
            <span className="text-soft">{kindEffects[one].about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const { kind: _kind, count: _count, ...entries } = proposeAdjustment.body.entries;
const facts = factsOf(entries);
const schema = typedForm(facts, fields(entries) as never);
const noLabels = new Map<string, string>();

interface Seen {
  readonly body: Sent<typeof checkAdjustment> & { readonly reason: string };
  readonly told: Replied<typeof checkAdjustment>;
}

function Proposal({ kind, terms: { sessions, running, lates } }: { kind: AdjustmentKind; terms: Terms }) {
  const [address] = useSearchParams();
  const sheet = useSheet<Typed, Values>(schema, {
    ...blankOf(facts),
    ...(kind === "taking-back" && { label: "Bill taken back" }),
    session: address.get("session") ?? running.session ?? "",
    semester: address.get("semester") ?? String(running.semester ?? 1),
    students: address.get("students") ?? "",
  });
  const [isMore, setMore] = useState(false);
  const { form } = sheet;
  const [seen, setSeen] = useSeen<Seen>(form);
  const field = (name: string) => ({ ...sheet.field(name as never), label: labelOf(name) });
  const isOff = kind === "waiver" || kind === "scholarship";
  const bodyOf = (typed: Typed) => {
    const wire = wireOf(facts, typed);
    const less = kind === "change" && !isMore && typeof wire.amount === "number";
    return { ...wire, kind, ...(less && { amount: -wire.amount }) } as Seen["body"];
  };
  return (
    <>
      <section aria-label={kindWords[kind]} className="card px-5 py-4">
        <Guarded form={form} title={kindWords[kind]} />
        <Form
          sheet={sheet}
          draft={`bill-adjustment:${kind}`}
          submit="Show what it would do"
          silent
          send={async (typed) => {
            const body = bodyOf(typed);
            const { reason: _, ...asked } = body;
            return { body, told: await call(checkAdjustment, { body: asked }) };
          }}
          done={setSeen}
        >
          {kind === "late-back" && (
            <SelectFrom
              {...field("label")}
              label="Late charge"
              choices={lates.map((one) => ({ value: one, label: one }))}
            />
          )}
          {!isWhole(kind) && (
            <RecordField
              field={{ ...fieldOf("label"), hint: `${kindEffects[kind].label}. The student reads it` }}
              sheet={sheet}
              labels={noLabels}
            />
          )}
          {kind === "change" && (
            <MoreOrLess
              isMore={isMore}
              onChange={(more) => {
                setMore(more);
                setSeen(null);
              }}
            />
          )}
          {isOff && (
            <RecordField
              field={{ ...fieldOf("percent"), hint: "100 for all of them. Or leave it empty and give an amount" }}
              sheet={sheet}
              labels={noLabels}
            />
          )}
          {!isWhole(kind) && (
            <RecordField
              field={{ ...fieldOf("amount"), label: "Amount for each", optional: isOff }}
              sheet={sheet}
              labels={noLabels}
            />
          )}
          <SelectFrom {...field("session")} choices={sessions.map(({ _id, name }) => ({ value: _id, label: name }))} />
          <SelectFrom
            {...field("semester")}
            choices={[1, 2].map((one) => ({ value: String(one), label: semesterTitle(one) }))}
          />
          <TextArea
            {...field("students")}
            hint="One to a line, or with commas between them, as a column of a table can be pasted"
          />
          <TextArea {...field("reason")} hint="Each student reads exactly this, and an auditor years later" />
        </Form>
      </section>
      {seen && <Effect seen={seen} onProposed={() => form.reset(form.getValues())} />}
    </>
  );
}

const byName = new Map(facts.map((field) => [field.name, field]));
function fieldOf(name: string): Field {
  const field = byName.get(name);
  if (!field) throw new Error(`No field is called ${name}`);
  return field;
}
const labelOf = (name: string) => fieldOf(name).label;

function MoreOrLess({ isMore, onChange }: { isMore: boolean; onChange(isMore: boolean): void }) {
  return (
    <fieldset>
      <legend className="font-semibold">What is to be paid</legend>
      {[false, true].map((more) => (
        <label key={String(more)} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="more"
            checked={isMore === more}
            onChange={() => onChange(more)}
            className="size-5 shrink-0"
          />
          {more ? "More than the bill says" : "Less than the bill says"}
        </label>
      ))}
    </fieldset>
  );
}

/** What the proposal would do to each bill, whom it leaves out and why, and the button. */
function Effect({ seen: { body, told }, onProposed }: { seen: Seen; onProposed(): void }) {
  const { bills, leftOut, formerly, total, parts } = told;
  return (
    <section aria-label="What it would do" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status">
        <strong>{bills.length === 0 ? "No bill would change" : `${asCount(bills.length, "bill")} would change`}</strong>
        {bills.length > 0 && <>, {signedNaira(total)} in all</>}.
        {leftOut.length > 0 &&
          ` ${asCount(leftOut.length, "line")} of the list ${leftOut.length === 1 ? "is" : "are"} left out.`}
      </p>
      {formerly.length > 0 && (
        <div className="card px-5 py-3">
          <h2 className="text-large">Named by a former number</h2>
          <ul>
            {formerly.map(({ line, given, name, matric }) => (
              <li key={line} className="border-line border-b py-1.5 last:border-b-0">
                <span className="figures">{given}</span> is {name}, <span className="figures">{matric}</span> now
              </li>
            ))}
          </ul>
        </div>
      )}
      <LeftOut lines={leftOut} />
      {bills.length > 0 && <AdjustedBills bills={bills} />}
      <AdjustedParts parts={parts} />
      {bills.length > 0 && (
        <SendSeen
          submit={`Propose for ${asCount(bills.length, "student")}`}
          of={billAdjustments}
          send={async (attempt) => {
            const made = await call(proposeAdjustment, { body: { ...body, count: bills.length }, attempt });
            toast("good", made.message);
            onProposed();
            return made;
          }}
        />
      )}
    </section>
  );
}
