import { useId, useState } from "react";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { BillShown } from "../bill.shown.contract.ts";
import { type BillReference, payBill } from "./pay.contract.ts";

interface Parts {
  readonly bill: BillShown;
  /** What the college takes at once at least, in naira. */
  readonly least: number;
  /** The reference that is open now; another amount takes its place. */
  readonly open: BillReference | undefined;
}

/** How much is paid now: the next instalment, all that is left, or what somebody has. Makes the reference for it. */
export function ChooseAmount({ bill, least, open }: Parts) {
  const id = useId();
  const reread = useReread();
  const [attempt, setAttempt] = useState(newAttempt);
  const { busy, refused, run } = useDeed();
  const next = bill.parts.find(({ left }) => left > 0);
  const isOnePart = !next || next.left === bill.balance;
  const [chosen, setChosen] = useState(isOnePart ? "all" : "next");
  const [typed, setTyped] = useState("");
  const amount =
    chosen === "next" ? next?.left : chosen === "all" ? bill.balance : Number(typed.replaceAll(/[,\s₦]/g, ""));

  const make = async () => {
    await run(async () => {
      const { message, rrr } = await call(payBill, { params: { id: bill._id }, body: { amount }, attempt });
      toast(rrr ? "good" : "warn", message);
      await reread();
    });
    setAttempt(newAttempt());
  };

  const option = (value: string, words: string) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 py-1.5">
      <input
        type="radio"
        name={id}
        value={value}
        checked={chosen === value}
        onChange={() => setChosen(value)}
        className="size-4.5 shrink-0"
      />
      <span className="figures">{words}</span>
    </label>
  );
  const same = open !== undefined && amount === open.amount;

  return (
    <div className="grid gap-3">
      <fieldset>
        <legend className="font-semibold">{open ? "Pay another amount instead" : "How much do you pay now?"}</legend>
        {!isOnePart && next && option("next", `${next.name}: ${asNaira(next.left)} by ${asDay(next.due)}`)}
        {option("all", `All that is left: ${asNaira(bill.balance)}`)}
        {bill.balance > least && option("some", `Another amount, ${asNaira(least)} at least`)}
      </fieldset>
      {chosen === "some" && (
        <label className="grid max-w-56 gap-1 font-semibold" htmlFor={`${id}-amount`}>
          Amount in naira
          <input
            id={`${id}-amount`}
            className="control figures font-normal"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      )}
      {refused && (
        <Alert look="bad" title="The reference was not made">
          <p>{refused}.</p>
        </Alert>
      )}
      <p className="text-small text-soft">
        {!open
          ? "You get a number of twelve digits, the reference, and pay with it online, by your bank's app or at any bank."
          : same
            ? "The reference above is for this amount already."
            : "The reference above is cancelled then. If it is paid all the same, it counts."}
      </p>
      <div>
        <button
          type="button"
          className={open ? "button button-quiet" : "button"}
          disabled={busy || same || !amount}
          onClick={() => void make()}
        >
          {busy ? "Please wait..." : "Generate payment reference"}
        </button>
      </div>
    </div>
  );
}
