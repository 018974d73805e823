import { useMemo, useState } from "react";
import type * as v from "valibot";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { type Field, factsOf } from "#console/record/record.facts.rules.ts";
import { type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useCalmRead, useRead, useReread } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { letterTemplates } from "../../letter-template/letter-template.contract.ts";
import { DAYS_TO_ACCEPT } from "../offer.rules.ts";
import {
  listSources,
  makeEntries,
  makeRelease,
  proposeEntries,
  proposeRelease,
  type ReleaseWhole,
  readReleaseSession,
  readReleaseWhole,
  releaseMoments,
  releases,
} from "./release.contract.ts";
import { ProgrammeCounts, UnapprovedOnCaps } from "./release.staff-counts.part.page.tsx";

/** A form of the console that is no record: its sheet, its controls, and what it sends. */
export function useTypedForm(entries: v.ObjectEntries, start: Typed) {
  const facts = useMemo(() => factsOf(entries), [entries]);
  const schema = useMemo(() => typedForm(facts, fields(entries) as never), [facts, entries]);
  const sheet: Sheet<Typed> = useSheet<Typed, Record<string, unknown>>(schema, start);
  const [labels] = useState(() => new Map<string, string>());
  const field = (name: string, otherwise: Partial<Field> = {}) => {
    const found = facts.find((one) => one.name === name);
    return found && <RecordField key={name} field={{ ...found, ...otherwise }} sheet={sheet} labels={labels} />;
  };
  return { sheet, labels, field, wire: (typed: Typed) => wireOf(facts, typed) };
}

/** A new list: of offers or refusals, empty or from a frozen merit list. */
export function NewRelease() {
  const { data } = useCalmRead(readReleaseSession);
  const asked = new URLSearchParams(useLocation().search);
  if (data === undefined) return <div className="bone late h-64 max-w-3xl" />;
  const session = "_id" in data ? data : null;
  const run = session && asked.get("session") === session._id ? asked.get("run") : null;
  return <NewForm session={session} run={run ?? ""} />;
}

/** `run` is the merit list that somebody comes from. */
function NewForm({ session, run: from }: { session: { _id: string; label: string } | null; run: string }) {
  const navigate = useNavigate();
  const { sheet, labels, field, wire } = useTypedForm(makeEntries, {
    title: "",
    kind: "Offers",
    run: from,
    programme: "",
    session: session?._id ?? "",
  });
  if (session) labels.set(session._id, session.label);
  const { kind, session: chosen, run } = sheet.form.watch();
  const sources = useRead(listSources, { session: String(chosen || "none") });
  const choices = (sources.data ?? []).map(({ _id, version, frozenAt, offers, refused }) => ({
    value: _id,
    label: `Run ${version}, frozen on ${asDay(frozenAt)}: ${
      kind === "Offers" ? `${asFigure(offers)} offers` : `${asFigure(refused)} not placed`
    }`,
  }));
  return (
    <>
      <ConsoleHeading title="New list" />
      <Guarded form={sheet.form} title="New list" />
      <div className="card max-w-3xl p-5">
        <Form
          sheet={sheet}
          draft="release:new"
          submit="Make the draft"
          beside={
            <Link to={releases.link} className="button button-quiet">
              Cancel
            </Link>
          }
          send={(typed, attempt) => call(makeRelease, { body: wire(typed) as never, attempt })}
          done={({ _id }) => {
            sheet.form.reset(sheet.form.getValues());
            navigate(`${releases.link}/${_id}`);
          }}
        >
          {field("title")}
          {field("kind")}
          {field("session")}
          <SelectFrom
            {...sheet.field("run")}
            label="Merit list"
            optional
            choices={choices}
            hint={
              choices.length === 0
                ? "This session has no frozen merit list yet. The draft begins empty: add applications to it one by one or many at once"
                : kind === "Offers"
                  ? "Everybody whom it gives a seat is put on the draft. Without one the draft begins empty"
                  : "Of those whom it does not place, the checked and the not recommended are put on the draft, in the words of the head of department or by their results. Without one it begins empty"
            }
          />
          {run ? field("programme") : null}
        </Form>
      </div>
    </>
  );
}

/** When a list goes out, with which letter, and what who approves it should know. */
export function ProposeRelease({ id }: { id: string }) {
  const read = useRead(readReleaseWhole, { id });
  const letters = useRead(letterTemplates.calls.list);
  if (!useRight("releases.change")) return <NoAccess name="Releases: change" />;
  return (
    <ReadRecord from={read} of={releases}>
      {(of) =>
        letters.data ? (
          <>
            <ConsoleHeading title={`Propose “${of.title}”`} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
              <ProposalForm of={of} letters={letters.data.list as readonly Row[]} />
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <UnapprovedOnCaps of={of} />
                <ProgrammeCounts of={of} />
              </div>
            </div>
          </>
        ) : (
          <div className="bone late h-64" />
        )
      }
    </ReadRecord>
  );
}

function ProposalForm({ of, letters }: { of: ReleaseWhole; letters: readonly Row[] }) {
  const navigate = useNavigate();
  const reread = useReread();
  const home = `${releases.link}/${of._id}`;
  const isOffers = of.kind === "Offers";
  const { sheet, field, wire } = useTypedForm(proposeEntries, {
    goes: of.soon ? releaseMoments[1] : releaseMoments[0],
    minute: "",
    duedays: isOffers ? String(of.duedays ?? DAYS_TO_ACCEPT) : "",
    letter: isOffers ? (of.letter?._id ?? letters.find(({ inforce }) => inforce)?._id ?? "") : "",
    note: of.note ?? "",
  });
  const approved = letters.filter(({ approvedby }) => approvedby);
  const versions = approved.map((row) => ({
    value: row._id,
    label: `${row._title}, ${String(row.note)}${row.inforce ? " (in force)" : ""}`,
  }));
  return (
    <div className="card p-5">
      <Guarded form={sheet.form} title={`Propose “${of.title}”`} />
      <Form
        sheet={sheet}
        draft={`release:${of._id}:propose`}
        submit="Propose"
        beside={
          <Link to={home} className="button button-quiet">
            Cancel
          </Link>
        }
        send={(typed, attempt) => {
          const { minute, ...others } = wire(typed);
          const when = typed.goes === releaseMoments[0] ? { minute } : {};
          const body = { ...others, ...when, version: of.version } as never;
          return call(proposeRelease, { params: { id: of._id }, body, attempt }).catch(async (failure) => {
            // What it has become stands beside the form, before it is proposed again.
            if (failure instanceof CallFailure && failure.status === 409) await reread();
            throw failure;
          });
        }}
        done={async () => {
          sheet.form.reset(sheet.form.getValues());
          await reread();
          navigate(home);
        }}
      >
        <p className="text-soft">
          Somebody else approves the list. Then it goes out by itself, and nobody outside sees anything before.
        </p>
        {field("goes")}
        {sheet.form.watch("goes") === releaseMoments[0] && field("minute", { optional: false })}
        {isOffers && field("duedays")}
        {isOffers && (
          <SelectFrom
            {...sheet.field("letter")}
            label="Letter"
            optional
            choices={versions}
            hint={
              versions.length === 0
                ? "The usual letter, without paragraphs of the college's own"
                : "Which of the college's own paragraphs the letters carry; none for the usual letter"
            }
          />
        )}
        <TextArea {...sheet.field("note")} label="Note for who approves" optional />
      </Form>
    </div>
  );
}
