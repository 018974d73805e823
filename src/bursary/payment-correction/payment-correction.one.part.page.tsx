import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { asText } from "#console/record/record.rules.ts";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { Evidence } from "#profile/upload/upload.shown.part.page.tsx";
import {
  approveCorrection,
  paymentCorrections,
  readCorrection,
  refuseCorrection,
  withdrawCorrection,
} from "./payment-correction.contract.ts";
import { PaymentFacts } from "./payment-correction.payment.part.page.tsx";
import { type CorrectionKind, correctionEffects } from "./payment-correction.rules.ts";

function CorrectionDeeds({ row, own }: { row: Row; own: boolean }) {
  const params = { id: row._id };
  const unchanged = <p>Nothing is done, and the payment stays as it is. It can be proposed anew.</p>;
  return (
    <ProposalDeeds
      isOwn={own}
      deeds={[
        {
          word: "Withdraw",
          right: "payment-corrections.change",
          by: "proposer",
          title: `Withdraw: ${row._title}`,
          follows: unchanged,
          draft: `correction-withdraw:${row._id}`,
          send: (body, attempt) => call(withdrawCorrection, { params, body, attempt }),
        },
        {
          word: "Refuse",
          right: "payment-corrections.approve",
          by: "another",
          title: `Refuse: ${row._title}`,
          follows: unchanged,
          draft: `correction-refuse:${row._id}`,
          send: (body, attempt) => call(refuseCorrection, { params, body, attempt }),
        },
        {
          word: "Approve",
          right: "payment-corrections.approve",
          by: "another",
          isMain: true,
          title: `Approve: ${row._title}`,
          follows: <p>{correctionEffects[row.kind as CorrectionKind]}</p>,
          draft: `correction-approve:${row._id}`,
          send: (body, attempt) => call(approveCorrection, { params, body, attempt }),
        },
      ]}
    />
  );
}

type CorrectionFile = Replied<typeof readCorrection>;

interface OneParts {
  readonly of: typeof paymentCorrections & { readonly usual: string };
  readonly id: string;
}

const looks: Readonly<Record<string, BadgeLook>> = { Proposed: "info", Approved: "good", Refused: "bad" };

/** One correction: what is to be done and why, the evidence, and the payment as it stands. */
export function CorrectionPage({ of, id }: OneParts) {
  const read = useRead(of.calls.read, { id });
  const file = useRead(readCorrection, { id });
  return (
    <ReadRecord from={read} of={of}>
      {(answer) => {
        const row = answer as Row;
        const state = String(row.state);
        return (
          <>
            <ConsoleHeading
              title={`${row.kind}: ${row.payername}`}
              note={<WordBadge look={looks[state] ?? "plain"} word={state} />}
            >
              <Neighbours of={of} id={id} />
              {state === "Proposed" && file.data && <CorrectionDeeds row={row} own={file.data.own} />}
            </ConsoleHeading>
            <Read from={file} waiting={<div className="bone late h-64" />}>
              {(found) => <Shown row={row} file={found} />}
            </Read>
          </>
        );
      }}
    </ReadRecord>
  );
}

const Shown = ({ row, file }: { row: Row; file: CorrectionFile }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {row.state === "Proposed" && (
        <Alert look="info" title={file.own ? "You proposed this" : "What it brings about"}>
          <p>
            {file.own && "A colleague who may approve it decides. "}
            {correctionEffects[row.kind as CorrectionKind]}
          </p>
        </Alert>
      )}
      <section aria-label="What was proposed" className="card px-5 py-2">
        <Facts list={[...shown.flatMap((name) => factOf(row, name)), ...spareOf(row, file), ...targetOf(file)]} />
      </section>
      <PaymentFacts of={file.payment} />
    </div>
    <Evidence {...file.evidence} shows="payment" />
  </div>
);

const shown = [
  "reason",
  "came",
  "paidon",
  "voucher",
  "proposedby",
  "createdAt",
  "decidedby",
  "decidedAt",
  "decision",
] as const;

function factOf(row: Row, name: string) {
  const field = paymentCorrections.shown.find((one) => one.name === name);
  const value = field && asText(field, row[name]);
  return field && value ? [{ label: field.label, value: <span className="whitespace-pre-line">{value}</span> }] : [];
}

/** What of a confirmed payment is more than the fee. */
const spareOf = ({ kind, came }: Row, { payment }: CorrectionFile) =>
  kind === "Confirm paid" && Number(came) > payment.amount
    ? [{ label: "Of it the payer's credit", value: asNaira(Number(came) - payment.amount) }]
    : [];

const targetOf = ({ target }: CorrectionFile) =>
  target ? [{ label: "Reference to pay", value: `${groupedRrr(target.rrr ?? "")}, ${target.description}` }] : [];
