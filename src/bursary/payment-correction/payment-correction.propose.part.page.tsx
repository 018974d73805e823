import { useMemo, useState } from "react";
import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import type { FieldParts } from "#kit/field/field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { asDay, lagosDay, lagosToday } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { fields, type Replied, type Sent } from "#kit/wire/endpoint.contract.ts";
import { NOT_REVERSED } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import {
  type AboutPayment,
  evidenceField,
  paymentCorrections,
  proposeCorrection,
  readCorrectable,
  sendEvidence,
  shownByEvidence,
} from "./payment-correction.contract.ts";
import { PaymentFacts } from "./payment-correction.payment.part.page.tsx";
import { type CorrectionKind, correctionEffects, correctionEvidence, usesMoney } from "./payment-correction.rules.ts";

const { came, paidon, voucher, target, reason } = shownByEvidence;

/** What each kind needs beside the reason and the paper. */
const needed = {
  "Confirm paid": { came, paidon },
  "Put aside": {},
  Reverse: {},
  Refund: { voucher },
  "Apply credit": { target },
  "Refuse reference": {},
} as const satisfies Readonly<Record<CorrectionKind, object>>;

interface FormParts {
  readonly kind: CorrectionKind;
  readonly of: Replied<typeof readCorrectable>;
}

function ProposalForm({ kind, of: { payment, targets } }: FormParts) {
  const [facts, schema] = useMemo(() => {
    const entries = { ...needed[kind], evidence: evidenceField, reason };
    const found = factsOf(entries);
    return [found, typedForm(found, fields(entries) as never)];
  }, [kind]);
  const sheet = useSheet<Typed, Values>(schema, blankOf(facts));
  const [labels] = useState(() => new Map<string, string>());
  const reread = useReread();
  const navigate = useNavigate();
  const shown = facts.filter(({ name }) => name in needed[kind] && name !== "target");
  return (
    <section aria-label={kind} className="card px-5 py-4">
      <Guarded form={sheet.form} title={`${kind}, ${payment.payername}`} />
      {usesMoney(kind) && (
        <p className="mb-4">
          <strong className="figures">{asNaira(payment.owed)}</strong> is owed to the payer, and all of it is given.
        </p>
      )}
      <Form
        sheet={sheet}
        draft={`correction:${payment._id}:${kind}`}
        submit={`Propose: ${kind.toLowerCase()}`}
        send={(typed, attempt) => {
          const body = { ...wireOf(facts, typed), payment: payment._id, kind } as Sent<typeof proposeCorrection>;
          return call(proposeCorrection, { body, attempt });
        }}
        done={async ({ _id }) => {
          sheet.form.reset(sheet.form.getValues());
          await reread();
          navigate(`${paymentCorrections.link}/${_id}`);
        }}
      >
        {kind === "Apply credit" && (
          <SelectFrom
            {...sheet.field("target" as never)}
            label="Reference to pay"
            choices={targets.map((one) => ({ value: one._id, label: `${groupedRrr(one.rrr)}, ${one.description}` }))}
          />
        )}
        {shown.map((field) =>
          field.name === "paidon" ? (
            <PaidOnField key={field.name} {...sheet.field("paidon" as never)} label={field.label} of={payment} />
          ) : (
            <RecordField key={field.name} field={field} sheet={sheet} labels={labels} />
          ),
        )}
        <EvidenceField
          {...sheet.field("evidence" as never)}
          label="Evidence"
          hint={`${correctionEvidence[kind]}. A JPEG, PNG or PDF file of at most 2 MB`}
          keep={sendEvidence}
        />
        <TextArea
          {...sheet.field("reason" as never)}
          label="Reason"
          hint="Whoever approves it, and an auditor years later, knows no more than stands here"
        />
      </Form>
    </section>
  );
}

/** The day on which it was paid: neither before its reference was made nor after today. */
const PaidOnField = ({ of: { createdAt }, ...field }: FieldParts & { readonly of: AboutPayment }) => (
  <DayField
    {...field}
    hint={`From ${asDay(createdAt)}, when the reference was made, to today`}
    min={lagosDay(createdAt)}
    max={lagosToday()}
  />
);

type Correctable = Replied<typeof readCorrectable>;

/** Proposes a correction: first what is to be done, then what shows that it is right. */
export function ProposePage({ payment }: { payment: string }) {
  const read = useRead(readCorrectable, { id: payment });
  return (
    <ReadRecord from={read} of={paymentCorrections}>
      {(of) => (
        <>
          <ConsoleHeading title="Propose a correction" />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <Proposal of={of} />
            <div className="max-lg:order-first">
              <PaymentFacts of={of.payment} />
            </div>
          </div>
        </>
      )}
    </ReadRecord>
  );
}

function Proposal({ of }: { of: Correctable }) {
  const { payment, possible, waiting, approvers } = of;
  const [kind, setKind] = useState<CorrectionKind | null>(possible.length === 1 ? (possible[0] ?? null) : null);
  if (waiting)
    return (
      <Alert look="warn" title="A correction of this payment waits already">
        <p>
          <Link to={`${paymentCorrections.link}/${waiting}`} className="link">
            See what was proposed
          </Link>
          . Another can be proposed once it is decided or withdrawn.
        </p>
      </Alert>
    );
  if (possible.length === 0)
    return (
      <Alert look="info" title="Nothing can be corrected here">
        <p>
          {payment.moved
            ? `${NOT_REVERSED}.`
            : "As the payment stands, people change nothing about it. Ask the provider first."}
        </p>
      </Alert>
    );
  return (
    <div className="grid gap-4">
      {approvers.length === 0 ? (
        <Alert look="warn" title="Nobody decides about it yet">
          <p>{approverSentence(approvers)}. What you propose waits until then.</p>
        </Alert>
      ) : (
        <p className="text-soft">Two people correct a payment: you propose, and {approverSentence(approvers)}.</p>
      )}
      <fieldset aria-labelledby="what" className="card px-5 py-4">
        <h2 id="what" className="mb-2 text-large">
          What is to be done
        </h2>
        {possible.map((one) => (
          <label key={one} className="flex cursor-pointer gap-3 border-line border-b py-2.5 last:border-b-0">
            <input
              type="radio"
              name="kind"
              value={one}
              checked={kind === one}
              onChange={() => setKind(one)}
              className="mt-1 size-5 shrink-0"
            />
            <span>
              <strong className="block">{one}</strong>
              <span className="text-soft">{correctionEffects[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {kind && <ProposalForm key={kind} kind={kind} of={of} />}
    </div>
  );
}
