import { useState } from "react";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { type ClassToBill, readBillTerms, runBills, tuitionBills } from "../bill.contract.ts";
import { classWords } from "../bill.rules.ts";

type Told = Replied<typeof runBills>;

/** Makes the bills of a semester, once its reader has seen which. */
export function MakeBillsPage() {
  const read = useRead(readBillTerms);
  return (
    <>
      <ConsoleHeading title="Make bills">
        <Link to={tuitionBills.link} className="button button-quiet">
          Back to the accounts
        </Link>
      </ConsoleHeading>
      <Read from={read} waiting={<div className="bone late h-40" />}>
        {(terms) => <Steps terms={terms} />}
      </Read>
    </>
  );
}

function Steps({ terms: { sessions, running, days } }: { terms: Replied<typeof readBillTerms> }) {
  const reread = useReread();
  const [session, setSession] = useState(running.session ?? sessions[0]?._id ?? "");
  const [semester, setSemester] = useState(running.semester ?? 1);
  const [told, setTold] = useState<Told | null>(null);
  const [done, setDone] = useState<Told | null>(null);
  const [attempt, setAttempt] = useState(newAttempt);
  const { busy, refused, run } = useDeed();

  const send = (check: boolean): Promise<Told | null> => {
    const body = { session, semester, ...(check && { check }) };
    return run(() => call(runBills, { body, attempt: check ? undefined : attempt }));
  };
  const show = async () => {
    setDone(null);
    setTold(await send(true));
  };
  const make = async () => {
    const reply = await send(false);
    if (!reply) return;
    setDone(reply);
    setTold(null);
    setAttempt(newAttempt());
    await reread();
  };
  const choose = (change: () => void) => {
    change();
    setTold(null);
    setDone(null);
  };

  return (
    <div className="grid max-w-3xl gap-4">
      <p>
        Everybody who is Active gets the bill of the semester that you choose, as the tuition fees and instalments stand
        now. A bill is frozen then: a fee that changes later does not change it. Who has one already gets no other.{" "}
        {days > 0 && `No instalment is due sooner than ${asCount(days, "day")} after the bill is made.`}
      </p>
      <div className="flex flex-wrap items-end gap-4">
        <label className="grid gap-1 font-semibold">
          Session
          <select
            className="control font-normal"
            value={session}
            onChange={({ target }) => choose(() => setSession(target.value))}
          >
            {sessions.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
                {_id === running.session ? ", runs now" : ""}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 font-semibold">
          Semester
          <select
            className="control font-normal"
            value={semester}
            onChange={({ target }) => choose(() => setSemester(Number(target.value)))}
          >
            {[1, 2].map((one) => (
              <option key={one} value={one}>
                {semesterTitle(one)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="button button-quiet" disabled={busy || session === ""} onClick={show}>
          {busy ? "Please wait..." : "Show what would be made"}
        </button>
      </div>
      {refused && <Alert look="bad">{refused}</Alert>}
      {done && (
        <Alert look="good">
          {done.message}, {asNaira(done.amount)} in all. <LinkButton to={tuitionBills.link}>See them</LinkButton>
        </Alert>
      )}
      {told && <Plan told={told} busy={busy} onMake={make} />}
    </div>
  );
}

function Plan({ told, busy, onMake }: { told: Told; busy: boolean; onMake(): void }) {
  const { made, amount, already, held, classes } = told;
  return (
    <section aria-label="What would be made" className="grid gap-3">
      <p>
        <strong className="figures">{asCount(made, "bill")}</strong> would be made, {asNaira(amount)} in all.{" "}
        {already > 0 && `${asCount(already, "student")} ${already === 1 ? "has" : "have"} a bill already. `}
        {held > 0 && `${asCount(held, "student")} cannot be billed yet: see below why.`}
      </p>
      <div>
        <button type="button" className="button" disabled={busy || made === 0} onClick={onMake}>
          {busy ? "Please wait..." : `Make ${asCount(made, "bill")}`}
        </button>
      </div>
      {classes.length > 0 && <Classes of={classes} />}
    </section>
  );
}

const keyOf = ({ programme, level, indigene, isnewstudent, hole }: ClassToBill) =>
  [programme?._id, level, indigene, isnewstudent, hole].join();

const Classes = ({ of }: { of: readonly ClassToBill[] }) => (
  <div className="card overflow-x-auto px-4 py-2">
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-line border-b text-left text-small text-soft">
          <th scope="col" className="py-2 pr-4 font-semibold">
            Class
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-semibold">
            Students
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-semibold">
            Each
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map((one) => (
          <tr key={keyOf(one)} className="border-line border-b align-top last:border-b-0">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal">
              {one.programme?.label ?? "No programme"}
              <span className="block text-small text-soft">
                {one.level === null ? "No level" : classWords({ ...one, level: one.level })}
              </span>
            </th>
            <td className="figures py-1.5 pl-4 text-right">{asFigure(one.count)}</td>
            <td className="figures whitespace-nowrap py-1.5 pl-4 text-right">
              {one.hole ? <span className="text-bad">{one.hole}</span> : asNaira(one.amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
