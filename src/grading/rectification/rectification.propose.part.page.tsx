import { useState } from "react";
import { useWatch } from "react-hook-form";
import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { type Field, factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import type { Replied, Sent } from "#kit/wire/endpoint.contract.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import { StudentSelection } from "#registry/student/student.selection.part.page.tsx";
import { MarkFigures } from "../mark-inquiry/mark-inquiry.ask.part.page.tsx";
import {
  proposeRectification,
  readRectifiable,
  readRectifiedEffect,
  readResultsOfStudent,
  rectificationEntries,
  rectificationForm,
  rectifications,
  sendRectificationEvidence,
} from "./rectification.contract.ts";
import { EffectOfMark, GraduatedWarning, ResultFacts } from "./rectification.standing.part.page.tsx";

const { link } = rectifications;

/** Proposes another mark: for whom, in which course, which, and on what evidence; what follows is read beside it. */
export function ProposePage() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const result = address.get("result");
  const student = address.get("student");
  if (result) return <ProposeFor key={result} result={result} />;
  if (student) return <ResultsOf key={student} student={student} />;
  return (
    <>
      <ConsoleHeading title="Correct a mark" />
      <StudentSelection
        submit="Go on"
        onPicked={({ _id }) => navigate(`${link}/new?student=${_id}`, { replace: true })}
      />
    </>
  );
}

function ResultsOf({ student }: { readonly student: string }) {
  const read = useRead(readResultsOfStudent, { id: student });
  return (
    <ReadRecord from={read} of={rectifications}>
      {({ name, results }) => (
        <>
          <ConsoleHeading title={`Correct a mark of ${name}`} />
          {results.length === 0 ? (
            <EmptyState
              title="No published result is here"
              text="Only published results that your right reaches are corrected here. Past marks are corrected under Past marks, and what is not published yet on its score sheet."
            />
          ) : (
            <ul className="card max-w-3xl px-5 py-2">
              {results.map((one) => (
                <li key={one._id} className="border-line border-b last:border-b-0">
                  <Link
                    to={one.proposed ? `${link}/${one.proposed}` : `${link}/new?result=${one._id}`}
                    className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 py-1.5"
                  >
                    <span className="min-w-0">
                      <strong className="link">{one.course}</strong> {one.title}
                      <span className="block text-small text-soft">
                        {one.session}, {semesterWords(one.semester)}
                        {one.proposed && ". Another mark is proposed already"}
                      </span>
                    </span>
                    <MarkFigures of={one.mark} />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </ReadRecord>
  );
}

function ProposeFor({ result }: { readonly result: string }) {
  const read = useRead(readRectifiable, { id: result });
  return (
    <ReadRecord from={read} of={rectifications}>
      {(of) => (
        <>
          <ConsoleHeading title={`Correct ${of.course} of ${of.student.name}`} />
          <Proposal of={of} />
        </>
      )}
    </ReadRecord>
  );
}

function Proposal({ of }: { readonly of: Replied<typeof readRectifiable> }) {
  const [mark, setMark] = useState<string | null>(null);
  const { approvers, proposed } = of;
  if (proposed)
    return (
      <Alert look="warn" title="Another mark is proposed already">
        <p>
          <Link to={`${link}/${proposed}`} className="link">
            See what was proposed
          </Link>
          . Another can be proposed once that is decided or withdrawn.
        </p>
      </Alert>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {approvers.length === 0 ? (
          <Alert look="warn" title="Nobody decides about it yet">
            <p>{approverSentence(approvers)}. What you propose waits until then.</p>
          </Alert>
        ) : (
          <p className="text-soft">Two people correct a mark: you propose, and {approverSentence(approvers)}.</p>
        )}
        <GraduatedWarning status={of.student.status} />
        <MarkForm of={of} onMark={setMark} />
        {mark && <Effect result={of._id} mark={mark} />}
      </div>
      <div className="max-lg:order-first">
        <ResultFacts of={of} />
      </div>
    </div>
  );
}

function Effect({ result, mark }: { readonly result: string; readonly mark: string }) {
  const read = useRead(readRectifiedEffect, { id: result, mark });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(effect) => <EffectOfMark of={effect} mark={mark.replace("-", " + ")} />}
    </Read>
  );
}

interface FormParts {
  readonly of: Replied<typeof readRectifiable>;
  /** The mark that is typed, as an address holds it; null while it is not whole. */
  onMark(mark: string | null): void;
}

function MarkForm({ of, onMark }: FormParts) {
  const sheet = useSheet<Typed, Values>(schema, { ...blankOf(facts), result: of._id });
  const [labels] = useState(() => new Map<string, string>());
  const reread = useReread();
  const navigate = useNavigate();
  const field = (name: string, hint?: string) => (
    <RecordField field={{ ...fieldOf(name), ...(hint && { hint }) }} sheet={sheet} labels={labels} />
  );
  return (
    <section aria-label="The right mark" className="card px-5 py-4">
      <Guarded form={sheet.form} title={`${of.course}, ${of.student.name}`} />
      <Form
        sheet={sheet}
        draft={`rectification:${of._id}`}
        submit="Propose the right mark"
        send={(typed, attempt) =>
          call(proposeRectification, { body: wireOf(facts, typed) as Sent<typeof proposeRectification>, attempt })
        }
        done={async ({ _id }) => {
          sheet.form.reset(sheet.form.getValues());
          await reread();
          navigate(`${link}/${_id}`);
        }}
      >
        <div className="grid gap-4 sm:grid-cols-3">
          {field("ca", `At most ${of.camax}`)}
          {field("examination", `At most ${of.exammax}`)}
          {field("code", "Where there is no mark")}
        </div>
        <WholeMark sheet={sheet} of={of} onMark={onMark} />
        {field("reason", "Why the published mark is wrong. It stays in the history")}
        <EvidenceField
          {...sheet.field("evidence" as never)}
          label="Evidence"
          keep={sendRectificationEvidence}
          hint="A photo or a scan of what shows the right mark, such as the script, of at most 2 MB"
        />
      </Form>
    </section>
  );
}

/** Offers to show what follows, once a whole mark is typed. */
function WholeMark({ sheet, of, onMark }: FormParts & { readonly sheet: ReturnType<typeof useSheet<Typed, Values>> }) {
  const [ca, examination, code] = useWatch({ control: sheet.form.control, name: ["ca", "examination", "code"] });
  const mark = markIn(String(ca ?? ""), String(examination ?? ""), String(code ?? ""), of);
  return (
    <button
      type="button"
      className="button button-quiet justify-self-start"
      disabled={!mark}
      onClick={() => onMark(mark)}
    >
      See what follows
    </button>
  );
}

function markIn(ca: string, examination: string, code: string, { camax, exammax }: FormParts["of"]): string | null {
  if (code !== "") return ca === "" && examination === "" ? code : null;
  if (!/^\d{1,3}$/.test(ca) || !/^\d{1,3}$/.test(examination)) return null;
  return Number(ca) <= camax && Number(examination) <= exammax ? `${Number(ca)}-${Number(examination)}` : null;
}

const facts = factsOf(rectificationEntries);
const schema = typedForm(facts, rectificationForm as never);

function fieldOf(name: string): Field {
  const found = facts.find((field) => field.name === name);
  if (!found) throw new Error(`The form has no ${name}`);
  return found;
}
