import { useWatch } from "react-hook-form";
import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { SendSeen } from "#console/confirm/confirm.seen.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { LeftOut } from "#console/import/import.left-out.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
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
import { asNaira } from "#kit/value/money.contract.ts";
import { fields, type Replied, type Sent } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { checkSponsorship, proposeSponsorship, readSponsorshipTerms, sponsorships } from "./sponsorship.contract.ts";
import { SponsoredBills } from "./sponsorship.one.part.page.tsx";

type Terms = Replied<typeof readSponsorshipTerms>;

/** Proposes what a sponsor pays for whom, once its author has seen what each bill would get. */
export function ProposePage() {
  const read = useRead(readSponsorshipTerms);
  return (
    <ReadRecord from={read} of={sponsorships}>
      {(terms) => (
        <>
          <ConsoleHeading title="New sponsorship">
            <Link to={sponsorships.link} className="button button-quiet">
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
                Two people agree to a sponsorship: you propose, and {approverSentence(terms.approvers)}.
              </p>
            )}
            {terms.sponsors.length === 0 ? (
              <Alert look="info" title="There is no sponsor yet">
                <p>
                  <Link to="/staff/sponsors/new" className="link">
                    Add the sponsor
                  </Link>{" "}
                  first, with whom the bursary writes to.
                </p>
              </Alert>
            ) : (
              <Proposal terms={terms} />
            )}
          </div>
        </>
      )}
    </ReadRecord>
  );
}

const { total: _total, ...entries } = proposeSponsorship.body.entries;
const facts = factsOf(entries);
const schema = typedForm(facts, fields(entries) as never);
const labelOf = (name: string) => facts.find((one) => one.name === name)?.label ?? name;
const labelFact = facts.filter(({ name }) => name === "label");
const noLabels = new Map<string, string>();

interface Seen {
  readonly body: Sent<typeof checkSponsorship> & { readonly reason: string };
  readonly told: Replied<typeof checkSponsorship>;
}

function Proposal({ terms: { sponsors, sessions, running, unspent } }: { terms: Terms }) {
  const [address] = useSearchParams();
  const sheet = useSheet<Typed, Values>(schema, {
    ...blankOf(facts),
    sponsor: address.get("sponsor") ?? "",
    session: running.session ?? "",
    semester: String(running.semester ?? 1),
  });
  const { form } = sheet;
  const [seen, setSeen] = useSeen<Seen>(form);
  const sponsor = useWatch({ control: form.control, name: "sponsor" });
  const left = unspent.filter((one) => one.sponsor === sponsor);
  const field = (name: string) => ({ ...sheet.field(name as never), label: labelOf(name) });
  return (
    <>
      <section aria-label="What is proposed" className="card px-5 py-4">
        <Guarded form={form} title="New sponsorship" />
        <Form
          sheet={sheet}
          draft="sponsorship"
          submit="Show what each bill gets"
          silent
          send={async (typed) => {
            const body = wireOf(facts, typed) as Seen["body"];
            const { reason: _, ...asked } = body;
            return { body, told: await call(checkSponsorship, { body: asked }) };
          }}
          done={setSeen}
        >
          <SelectFrom {...field("sponsor")} choices={sponsors.map(({ _id, name }) => ({ value: _id, label: name }))} />
          {left.length > 0 && (
            <SelectFrom
              {...field("spreads")}
              optional
              asked="Select a payment that has money left, or a new one"
              hint="Left empty: the sponsor is asked for a new payment"
              choices={left.map(({ payment, rrr, amount }) => ({
                value: payment,
                label: `${asNaira(amount)} left of ${groupedRrr(rrr ?? "")}`,
              }))}
            />
          )}
          {labelFact.map((one) => (
            <RecordField
              key={one.name}
              field={{ ...one, hint: "Such as Bursary award 2026. The students read it" }}
              sheet={sheet}
              labels={noLabels}
            />
          ))}
          <SelectFrom {...field("session")} choices={sessions.map(({ _id, name }) => ({ value: _id, label: name }))} />
          <SelectFrom
            {...field("semester")}
            choices={[1, 2].map((one) => ({ value: String(one), label: semesterTitle(one) }))}
          />
          <TextArea
            {...field("students")}
            hint="One to a line: the matric number, a comma and the amount. Without an amount all that is left of the bill. Two columns of a table can be pasted"
          />
          <TextArea
            {...field("reason")}
            hint="Such as the sponsor's letter and its date. An auditor reads it years later"
          />
        </Form>
      </section>
      {seen && <Effect seen={seen} onProposed={() => form.reset(form.getValues())} />}
    </>
  );
}

function Effect({ seen: { body, told }, onProposed }: { seen: Seen; onProposed(): void }) {
  const { shares, leftOut, formerly, total } = told;
  return (
    <section aria-label="What each bill gets" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status">
        <strong>
          {shares.length === 0
            ? "Nobody would be paid for"
            : `${asCount(shares.length, "student")}, ${asNaira(total)} in all`}
        </strong>
        .
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
      {shares.length > 0 && <SponsoredBills shares={shares} />}
      {shares.length > 0 && (
        <SendSeen
          submit={`Propose ${asNaira(total)} for ${asCount(shares.length, "student")}`}
          of={sponsorships}
          send={async (attempt) => {
            const made = await call(proposeSponsorship, { body: { ...body, total }, attempt });
            toast("good", made.message);
            onProposed();
            return made;
          }}
        />
      )}
    </section>
  );
}
