import { useWatch } from "react-hook-form";
import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { SendSeen } from "#console/confirm/confirm.seen.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { LeftOut } from "#console/import/import.left-out.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { SelectField, SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSeen } from "#kit/form/seen.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { fields, type Replied, type Sent } from "#kit/wire/endpoint.contract.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import { checkWaiver, feeWaivers, proposeWaiver, readWaiverTerms, sendWaiverEvidence } from "./fee-waiver.contract.ts";
import { waivedFees } from "./fee-waiver.rules.ts";

type Terms = Replied<typeof readWaiverTerms>;

const { count: _count, ...entries } = proposeWaiver.body.entries;
const schema = fields(entries);

/** Proposes who need not pay, once its author has seen whom the list names. */
export function ProposePage() {
  const read = useRead(readWaiverTerms);
  return (
    <ReadRecord from={read} of={feeWaivers}>
      {(terms) => (
        <>
          <ConsoleHeading title="New waiver">
            <Link to={feeWaivers.link} className="button button-quiet">
              Back to the list
            </Link>
          </ConsoleHeading>
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            {terms.session === null ? (
              <Alert look="info" title="No session takes applications">
                <p>A fee is waived for the session that admits.</p>
              </Alert>
            ) : (
              <>
                <p className="text-soft">
                  For {terms.session}. Two people agree to a waiver: you propose, and{" "}
                  {approverSentence(terms.approvers)}.
                </p>
                <Proposal terms={terms} />
              </>
            )}
          </div>
        </>
      )}
    </ReadRecord>
  );
}

interface Seen {
  readonly body: Omit<Sent<typeof proposeWaiver>, "count">;
  readonly told: Replied<typeof checkWaiver>;
}

function Proposal({ terms: { free } }: { terms: Terms }) {
  const sheet = useSheet(schema, { kind: "", sponsor: "", purpose: "", applicants: "", reason: "", evidence: "" });
  const { form } = sheet;
  const [seen, setSeen] = useSeen<Seen>(form);
  const [kind, purpose] = useWatch({ control: form.control, name: ["kind", "purpose"] });
  const left = purpose === "acceptance" ? free.acceptance : free.application;
  return (
    <>
      <section aria-label="What is proposed" className="card px-5 py-4">
        <Guarded form={form} title="New waiver" />
        <Form
          sheet={sheet}
          draft="fee-waiver"
          submit="Show who need not pay"
          silent
          send={async (body) => {
            const { reason: _, evidence: __, ...asked } = body;
            return { message: "", body, told: await call(checkWaiver, { body: asked }) };
          }}
          done={setSeen}
        >
          <SelectFrom
            {...sheet.field("purpose")}
            choices={Object.entries(waivedFees).map(([value, label]) => ({ value, label }))}
          />
          <SelectField
            {...sheet.field("kind")}
            {...(kind === "Free place" && { hint: `${asCount(left, "free place")} of this session left` })}
          />
          {kind === "Sponsor" && (
            <TextField
              {...sheet.field("sponsor")}
              optional={false}
              hint="Who pays the college for it, outside the portal. It stands on the applicant's paper"
            />
          )}
          <TextArea
            {...sheet.field("applicants")}
            hint="One to a line: the JAMB number or the application code. A column of a table can be pasted"
          />
          <EvidenceField
            {...sheet.field("evidence")}
            keep={sendWaiverEvidence}
            hint="The letter or decision that it rests on: JPEG, PNG or PDF, at most 2 MB"
          />
          <TextArea {...sheet.field("reason")} hint="An auditor reads it years later" />
        </Form>
      </section>
      {seen && <Effect seen={seen} onProposed={() => form.reset(form.getValues())} />}
    </>
  );
}

function Effect({ seen: { body, told }, onProposed }: { seen: Seen; onProposed(): void }) {
  const { named, leftOut } = told;
  return (
    <section aria-label="Who need not pay" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status">
        <strong>
          {named.length === 0 ? "Nobody would be let off" : `${asCount(named.length, "applicant")} would not pay`}
        </strong>
        .{leftOut.length > 0 && ` ${asCount(leftOut.length, "line")} left out.`}
      </p>
      <LeftOut lines={leftOut} />
      {named.length > 0 && (
        <ul className="card px-5 py-3">
          {named.map(({ applicant, name, jamb }) => (
            <li key={applicant} className="border-line border-b py-1.5 last:border-b-0">
              {name}, <span className="figures">{jamb}</span>
            </li>
          ))}
        </ul>
      )}
      {named.length > 0 && (
        <SendSeen
          submit={`Propose it for ${asCount(named.length, "applicant")}`}
          of={feeWaivers}
          send={async (attempt) => {
            const made = await call(proposeWaiver, { body: { ...body, count: named.length }, attempt });
            toast("good", made.message);
            onProposed();
            return made;
          }}
        />
      )}
    </section>
  );
}
