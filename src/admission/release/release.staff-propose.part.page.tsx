import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { letterTemplates } from "../letter-template/letter-template.contract.ts";
import { DAYS_TO_ACCEPT } from "../offer/offer.contract.ts";
import { releases } from "./release.contract.ts";
import { goings, proposeEntries, proposeRelease } from "./release.deeds.contract.ts";
import { Unapproved } from "./release.staff-caps.part.page.tsx";
import { Counts } from "./release.staff-counts.part.page.tsx";
import { useTypedForm } from "./release.staff-form.part.page.tsx";
import { type ReleaseWhole, readReleaseWhole } from "./release.whole.contract.ts";

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
                <Unapproved of={of} />
                <Counts of={of} />
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
    ...{ goes: of.soon ? goings[1] : goings[0], minute: "" },
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
          const when = typed.goes === goings[0] ? { minute } : {};
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
        {sheet.form.watch("goes") === goings[0] && field("minute", { optional: false })}
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
