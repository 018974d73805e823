import { Printer } from "lucide-react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { readTuitionAccount, tuitionBills } from "./bill.contract.ts";
import type { TuitionAccount } from "./bill.shown.contract.ts";
import { BalanceBadge, BillView } from "./bill.view.part.page.tsx";

/** The account of one student over all sessions, for the office. */
export function AccountPage({ id }: { id: string }) {
  const read = useRead(readTuitionAccount, { id });
  const seesStudents = useRight("students");
  const changesBills = useRight("bill-adjustments.change");
  return (
    <ReadRecord from={read} of={tuitionBills}>
      {(account) => (
        <>
          <ConsoleHeading title={titleOf(account)} note={<BalanceBadge balance={account.balance} of={account.bills} />}>
            {seesStudents && (
              <Link to={`/staff/students/${account.student._id}`} className="button button-quiet">
                The student
              </Link>
            )}
            {changesBills && account.bills[0] && account.student.matric && (
              <Link to={toChange(account.student.matric, account.bills[0])} className="button button-quiet">
                Change the bill
              </Link>
            )}
            <Link to={`${tuitionBills.link}/${id}/print`} className="button button-quiet">
              <Printer aria-hidden className="size-4" />
              Print
            </Link>
          </ConsoleHeading>
          <Bills of={account} />
        </>
      )}
    </ReadRecord>
  );
}

/** A waiver or another line of the office's, for the newest bill. */
const toChange = (matric: string, { session, semester }: TuitionAccount["bills"][number]) =>
  `/staff/bill-adjustments/new?${new URLSearchParams({ students: matric, session: session._id, semester: String(semester) })}`;

/** The same as it leaves the printer. */
export function AccountPaper({ id }: { id: string }) {
  const read = useRead(readTuitionAccount, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the account">
          <Link to={`${tuitionBills.link}/${id}`} className="button button-quiet">
            Back to the account
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={tuitionBills}>
        {(account) => <AccountSheet of={account} />}
      </ReadRecord>
    </>
  );
}

const titleOf = ({ student: { name, matric } }: TuitionAccount) => (matric ? `${name}, ${matric}` : name);

const Bills = ({ of: { bills } }: { of: TuitionAccount }) =>
  bills.length === 0 ? (
    <p className="max-w-3xl">No bill is made for this student yet.</p>
  ) : (
    <div className="grid max-w-3xl gap-4">
      {bills.map((bill) => (
        <BillView key={bill._id} bill={bill} />
      ))}
    </div>
  );

// It draws a picture, which the other screens here do without.
const PaperCheck = opened(() => import("#kit/paper/paper-marks.web.tsx").then((part) => part.PaperCheck));

/** An account as it leaves the printer. */
export const AccountSheet = ({ of: account }: { of: Replied<typeof readTuitionAccount> }) => (
  <article className="mx-auto flex max-w-[52rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
    <Letterhead {...letterhead} />
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <div>
        <h2 className="text-title">{account.words.heading}</h2>
        <p className="mt-1">{titleOf(account)}</p>
      </div>
      <BalanceBadge balance={account.balance} of={account.bills} />
    </div>
    <PaperWords text={account.words.opening} />
    <Bills of={account} />
    <div className="text-small">
      <p>This account is no receipt.</p>
      <PaperWords text={account.words.closing} />
    </div>
    <PaperCheck address={account.genuine} says={["Tuition account", titleOf(account)]} asOf={account.asOf} />
  </article>
);
