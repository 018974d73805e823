import { useState } from "react";
import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { reason } from "#console/confirm/confirm.contract.ts";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { maybe, naira } from "#console/record/record.fields.contract.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { fields, type Replied, type Sent } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { proposeWithdrawal, readWithdrawable, type WithdrawalSource, withdrawals } from "./withdrawal.contract.ts";
import { EffectList, SourceFacts } from "./withdrawal.effect.part.page.tsx";
import { changesOfBills } from "./withdrawal.rules.ts";

type Withdrawable = Replied<typeof readWithdrawable>;

/** Proposes to take money out of a transaction: first which one, then how much and where it goes. */
export function ProposePage({ trx }: { trx: string }) {
  return trx === "" ? <ChoosePayment /> : <OfPayment trx={trx} />;
}

/** By its reference, as the payer's receipt has it. */
function ChoosePayment() {
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  return (
    <>
      <ConsoleHeading title="Take money out of a payment" />
      <form
        className="card grid max-w-xl gap-3 px-5 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) navigate(`${withdrawals.link}/new?trx=${encodeURIComponent(typed.trim())}`);
        }}
      >
        <label className="grid gap-1 font-semibold" htmlFor="trx">
          Transaction (RRR)
          <input
            id="trx"
            className="control figures font-normal"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <p className="text-small text-soft">
          The 12 digits on the receipt. Or open the payment, and choose Take money out.
        </p>
        <div>
          <button type="submit" className="button" disabled={!typed.trim()}>
            Go on
          </button>
        </div>
      </form>
    </>
  );
}

function OfPayment({ trx }: { trx: string }) {
  const read = useRead(readWithdrawable, { id: trx });
  return (
    <ReadRecord from={read} of={withdrawals}>
      {(of) => (
        <>
          <ConsoleHeading title="Take money out of a payment" />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <Proposal of={of} />
            <div className="max-lg:order-first">
              <SourceFacts of={of.source} />
            </div>
          </div>
        </>
      )}
    </ReadRecord>
  );
}

const REFUND = "refund";

/** Where the money can go: out, to a bill, or to an open reference. */
const goalsOf = ({ bills, references }: Withdrawable) => [
  { value: REFUND, label: "Out, as a refund that the bursary pays" },
  ...bills.map(({ _id, label, left }) => ({
    value: `bill:${_id}`,
    label: `To the bill, ${label}: ${asNaira(left)} left`,
  })),
  ...references.map(({ _id, rrr, description, amount }) => ({
    value: `target:${_id}`,
    label: `To ${description}, ${groupedRrr(rrr)}: ${asNaira(amount)}`,
  })),
];

const entries = { amount: naira("Amount"), reason: maybe(reason) };
const facts = factsOf(entries);
const schema = typedForm(facts, fields(entries) as never);

function Proposal({ of }: { of: Withdrawable }) {
  const { source, bills, references, approvers } = of;
  const [goal, setGoal] = useState(REFUND);
  const free = source.left - source.waiting;
  if (free <= 0)
    return (
      <Alert look="info" title="There is nothing to take out">
        <p>
          {source.state === "PAID"
            ? "Nothing is left of this payment, or all of it is proposed to be taken out already."
            : "Only a payment that is paid holds money."}
        </p>
      </Alert>
    );
  const [kind, id] = goal.split(":");
  const bill = kind === "bill" ? (bills.find(({ _id }) => _id === id) ?? null) : null;
  const reference = kind === "target" ? references.find(({ _id }) => _id === id) : undefined;
  return (
    <div className="grid gap-4">
      <p className="text-soft">
        Two people take money out of a payment: you propose, and {approverSentence(approvers)}.
      </p>
      <fieldset aria-labelledby="goal" className="card px-5 py-4">
        <h2 id="goal" className="mb-2 text-large">
          Where the money goes
        </h2>
        {goalsOf(of).map(({ value, label }) => (
          <label key={value} className="flex cursor-pointer gap-3 border-line border-b py-2.5 last:border-b-0">
            <input
              type="radio"
              name="goal"
              value={value}
              checked={goal === value}
              onChange={() => setGoal(value)}
              className="mt-1 size-5 shrink-0"
            />
            <span className="figures min-w-0">{label}</span>
          </label>
        ))}
      </fieldset>
      {reference ? (
        <AmountForm
          key={goal}
          of={source}
          goal={{ target: reference._id }}
          bill={null}
          most={free}
          only={reference.amount}
        />
      ) : (
        <AmountForm
          key={goal}
          of={source}
          goal={bill ? { bill: bill._id } : {}}
          bill={bill}
          most={bill ? Math.min(free, bill.left) : free}
        />
      )}
    </div>
  );
}

interface AmountParts {
  readonly of: WithdrawalSource;
  readonly goal: { readonly bill?: string; readonly target?: string };
  readonly bill: Withdrawable["bills"][number] | null;
  readonly most: number;
  /** What a reference is for: it takes just that. */
  readonly only?: number;
}

function AmountForm({ of: source, goal, bill, most, only }: AmountParts) {
  const sheet = useSheet<Typed, Values>(schema, { ...blankOf(facts), ...(only && { amount: String(only) }) });
  const [labels] = useState(() => new Map<string, string>());
  const navigate = useNavigate();
  const amount = only ?? Number(String(sheet.form.watch("amount") ?? "").replaceAll(/[,\s₦]/g, ""));
  return (
    <section aria-label="How much, and why" className="card px-5 py-4">
      <Form
        sheet={sheet}
        draft={`withdrawal:${source._id}`}
        submit={goal.bill || goal.target ? "Propose the move" : "Propose the refund"}
        send={(typed, attempt) => {
          const body = { ...wireOf(facts, typed), ...goal, trx: source._id } as Sent<typeof proposeWithdrawal>;
          return call(proposeWithdrawal, { body, attempt });
        }}
        done={({ _id }) => navigate(`${withdrawals.link}/${_id}`)}
      >
        {only === undefined ? (
          <>
            <p className="text-soft">
              <span className="figures">{asNaira(most)}</span> at most.
            </p>
            {facts.slice(0, 1).map((field) => (
              <RecordField key={field.name} field={field} sheet={sheet} labels={labels} />
            ))}
          </>
        ) : (
          <p>
            <strong className="figures">{asNaira(only)}</strong>, since a reference is paid by just what it is for.
          </p>
        )}
        <TextArea
          {...sheet.field("reason" as never)}
          label="Reason"
          hint="Whoever approves it, and an auditor years later, knows no more than stands here"
        />
        {amount > 0 && amount <= most && (
          <Alert look="info" title="What follows once it is approved">
            <EffectList
              left={source.left - amount}
              changes={changesOfBills(source, amount, bill)}
              bought={source.bought}
            />
          </Alert>
        )}
      </Form>
    </section>
  );
}
