import { useMemo, useState } from "react";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.contract.ts";
import { RecordField } from "#console/record/record.field.part.page.tsx";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.typed.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import type { FieldParts } from "#kit/field/field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import { asDay, lagosDay, lagosToday } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { fields, type Replied, type Sent } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import {
  type AboutPayment,
  evidenceField,
  paymentCorrections,
  proposeCorrection,
  type readCorrectable,
  sendEvidence,
  shownByEvidence,
} from "./payment-correction.contract.ts";
import { type CorrectionKind, correctionEvidence, usesMoney } from "./payment-correction.kinds.contract.ts";

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

/** What the evidence shows, and the evidence itself. */
export function ProposalForm({ kind, of: { payment, targets } }: FormParts) {
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
