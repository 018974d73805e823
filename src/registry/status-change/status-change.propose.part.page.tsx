import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { type Field, factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { lagosToday } from "#kit/value/dates.rules.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import { StudentCard } from "../student/student.card.part.page.tsx";
import { stoppedBy, stoppedWords } from "../student/student.rules.ts";
import { StudentSelection } from "../student/student.selection.part.page.tsx";
import { changeForm, proposeChange, readStanding, statusChanges } from "./status-change.contract.ts";
import { type GivenStatus, statusRules } from "./status-change.rules.ts";
import { Effect, type Standing } from "./status-change.standing.part.page.tsx";

/** Proposes another status: for whom, which, and why; what follows is read beside it. */
export function ProposePage() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const student = address.get("student");
  if (student) return <ProposeFor key={student} student={student} />;
  return (
    <>
      <ConsoleHeading title="Change a status" />
      <StudentSelection
        submit="Go on"
        onPicked={({ _id }) => navigate(`${statusChanges.link}/new?student=${_id}`, { replace: true })}
      />
    </>
  );
}

function ProposeFor({ student }: { student: string }) {
  const read = useRead(readStanding, { id: student });
  return (
    <ReadRecord from={read} of={statusChanges}>
      {(of) => (
        <>
          <ConsoleHeading title={`Change the status of ${of.student.name}`} />
          <Proposal of={of} />
        </>
      )}
    </ReadRecord>
  );
}

function Proposal({ of }: { of: Standing }) {
  const { student, proposed, possible, approvers } = of;
  const [status, setStatus] = useState<GivenStatus | null>(null);
  const [returnon, setReturnon] = useState("");
  if (proposed)
    return (
      <Alert look="warn" title={`${proposed.status} is proposed already`}>
        <p>
          <Link to={`${statusChanges.link}/${proposed._id}`} className="link">
            See what was proposed
          </Link>
          . Another status can be proposed once that is decided or withdrawn.
        </p>
      </Alert>
    );
  if (possible.length === 0)
    return (
      <Alert look="info" title={`Nothing follows ${student.status}`}>
        <p>If that status is wrong, open the change that gave it and propose to undo it.</p>
      </Alert>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {approvers.length === 0 ? (
          <Alert look="warn" title="Nobody decides about it yet">
            <p>{approverSentence(approvers)}. What you propose waits until then.</p>
          </Alert>
        ) : (
          <p className="text-soft">Two people change a status: you propose, and {approverSentence(approvers)}.</p>
        )}
        <Choices of={possible} now={student.status} chosen={status} onChoose={setStatus} />
        {status && <Effect of={of} status={status} returnon={statusRules[status].returns ? returnon : null} />}
        {status && <ChangeForm key={status} of={of} status={status} onReturn={setReturnon} />}
      </div>
      <div className="max-lg:order-first">
        <StudentCard of={student} />
      </div>
    </div>
  );
}

interface ChoicesParts {
  readonly of: readonly GivenStatus[];
  readonly now: string;
  readonly chosen: GivenStatus | null;
  onChoose(status: GivenStatus): void;
}

const Choices = ({ of, now, chosen, onChoose }: ChoicesParts) => (
  <fieldset aria-labelledby="which" className="card px-5 py-4">
    <h2 id="which" className="mb-2 text-large">
      From {now} to
    </h2>
    {of.map((one) => (
      <label key={one} className="flex cursor-pointer gap-3 border-line border-b py-2.5 last:border-b-0">
        <input
          type="radio"
          name="status"
          value={one}
          checked={chosen === one}
          onChange={() => onChoose(one)}
          className="mt-1 size-5 shrink-0"
        />
        <span>
          <strong className="block">{one === now ? `${one}, for longer` : one}</strong>
          <span className="text-soft">{inShort(one)}</span>
        </span>
      </label>
    ))}
  </fieldset>
);

function inShort(status: GivenStatus): string {
  const words = stoppedBy(status).map((what) => stoppedWords[what]);
  if (words.length === 0) return "Stops nothing";
  const list = new Intl.ListFormat("en-NG", { type: "disjunction" }).format(words);
  return `Cannot ${list}${statusRules[status].returns ? "; is expected back" : ""}`;
}

interface FormParts {
  readonly of: Standing;
  readonly status: GivenStatus;
  onReturn(day: string): void;
}

function ChangeForm({ of: { student }, status, onReturn }: FormParts) {
  const { kinds, returns } = statusRules[status];
  const sheet = useSheet<Typed, Values>(schema, {
    ...blankOf(facts),
    student: student._id,
    status,
    effective: lagosToday(),
  });
  const [labels] = useState(() => new Map<string, string>());
  const reread = useReread();
  const navigate = useNavigate();
  const returnon = String(useWatch({ control: sheet.form.control, name: "returnon" }) ?? "");
  useEffect(() => onReturn(returnon), [onReturn, returnon]);
  const parts = (name: string) => ({ ...sheet.field(name as never), label: fieldOf(name).label });
  return (
    <section aria-label={status} className="card px-5 py-4">
      <Guarded form={sheet.form} title={`${status}, ${student.name}`} />
      <Form
        sheet={sheet}
        draft={`status:${student._id}:${status}`}
        submit={`Propose: ${status}`}
        send={(typed, attempt) => {
          const body = wireOf(facts, typed) as Sent<typeof proposeChange>;
          return call(proposeChange, { body, attempt });
        }}
        done={async ({ _id }) => {
          sheet.form.reset(sheet.form.getValues());
          await reread();
          navigate(`${statusChanges.link}/${_id}`);
        }}
      >
        <SelectFrom {...parts("kind")} choices={kinds.map((value) => ({ value, label: value }))} />
        <TextArea {...parts("reason")} hint="The student reads exactly this" />
        <DayField {...parts("effective")} hint="A later day waits; until it comes the change can be called off" />
        {returns && (
          <>
            <DayField {...parts("returnon")} optional hint="Left empty: a year later" />
            <RecordField field={fieldOf("returnsession")} sheet={sheet} labels={labels} />
            <RecordField field={fieldOf("returnsemester")} sheet={sheet} labels={labels} />
          </>
        )}
      </Form>
    </section>
  );
}

const facts = factsOf(changeForm.entries);
const schema = typedForm(facts, changeForm as never);

function fieldOf(name: string): Field {
  const found = facts.find((field) => field.name === name);
  if (!found) throw new Error(`The form has no ${name}`);
  return found;
}
