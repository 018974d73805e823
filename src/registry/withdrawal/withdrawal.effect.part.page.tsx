import { Facts } from "#kit/look/facts.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { deskStateWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { WithdrawalSource } from "./withdrawal.contract.ts";
import { type BillChange, isOwedAfter } from "./withdrawal.rules.ts";

/** The payment out of which money is taken, as it stands now. */
export const SourceFacts = ({ of }: { of: WithdrawalSource }) => (
  <section aria-labelledby="the-payment" className="card px-5 pt-4 pb-2">
    <h2 id="the-payment" className="text-large">
      The payment now
    </h2>
    <Facts
      list={[
        { label: "Payer", value: [of.payer, of.matric || of.jamb].filter(Boolean).join(", ") },
        { label: "RRR", value: of.rrr ? groupedRrr(of.rrr) : "None: moved money" },
        { label: "For", value: of.description },
        { label: "State", value: deskStateWords[of.state] },
        { label: "Paid", value: asNaira(of.amount) },
        ...(of.withdrawn > 0 ? [{ label: "Taken out already", value: asNaira(of.withdrawn) }] : []),
        ...(of.credit > 0 ? [{ label: "Of it the payer's credit", value: asNaira(of.credit) }] : []),
        ...(of.waiting > 0 ? [{ label: "Proposed already", value: asNaira(of.waiting) }] : []),
        { label: "Left of it", value: <strong className="figures">{asNaira(of.left)}</strong> },
      ]}
    />
  </section>
);

const balance = (naira: number) =>
  naira < 0 ? `${asNaira(-naira)} credit` : naira === 0 ? "nothing left" : `${asNaira(naira)} to be paid`;

interface EffectParts {
  readonly left: number;
  readonly changes: readonly BillChange[];
  readonly bought: string | null;
}

/** What follows: what is left of the payment, what the bills owe then, and what was bought with it. */
export const EffectList = ({ left, changes, bought }: EffectParts) => (
  <ul className="grid gap-1">
    <li>
      Left of the payment then: <strong className="figures">{asNaira(left)}</strong>
    </li>
    {changes.map((change) => (
      <li key={change.label}>
        Bill of the {change.label.replace(/^F|^S/, (sign) => sign.toLowerCase())}: {balance(change.before)} now,{" "}
        <strong className={isOwedAfter(change) ? "text-bad" : ""}>{balance(change.after)}</strong> then
      </li>
    ))}
    {bought && <li>It bought something: {bought}.</li>}
  </ul>
);
