import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { CorrectionsOf } from "#profile/record-correction/record-correction.record.part.page.tsx";
import { readTuitionAccount, tuitionBills } from "../bill/bill.contract.ts";
import { BalanceBadge, termWords } from "../bill/bill.view.part.page.tsx";
import { readTickList } from "../clearance/clearance.contract.ts";
import { isInTheWay, standingLooks } from "../clearance/clearance.rules.ts";
import { HoldsOfStudent } from "../hold/hold.part.page.tsx";
import { NationalOfStudent } from "../outgoing-list/outgoing-list.staff-national.part.page.tsx";
import { MarksOfStudent } from "../past-mark/past-mark.part.page.tsx";
import { StatusOfStudent } from "../status-change/status-change.standing.part.page.tsx";
import type { StudentSummary } from "../student/student.selection.contract.ts";
import { LikenessOf } from "../student-merge/student-merge.student.part.page.tsx";

/** What each noun of the registry knows of one student, for whoever may see it. */
export function Sections({ student: { _id, name, application } }: { student: StudentSummary }) {
  const seesMerges = useRight("student-merges");
  const seesHolds = useRight("holds");
  const seesStatus = useRight("student-status");
  const seesAccount = useRight("tuition-accounts");
  const seesClearance = useRight("clearance");
  const seesMarks = useRight("past-marks");
  const seesLists = useRight("outgoing-lists");
  const seesCorrections = useRight("record-corrections");
  return (
    <>
      {seesMerges && <LikenessOf student={_id} />}
      {seesHolds && <HoldsOfStudent student={_id} name={name} />}
      {seesStatus && <StatusOfStudent student={_id} />}
      {seesAccount && <AccountOf student={_id} />}
      {seesClearance && application && <ClearanceOf application={application} />}
      {seesMarks && <MarksOfStudent student={_id} />}
      {seesLists && <NationalOfStudent student={_id} />}
      {seesCorrections && <CorrectionsOf noun="student" record={_id} />}
    </>
  );
}

/** What this person owes, bill by bill. */
function AccountOf({ student }: { student: string }) {
  const read = useRead(readTuitionAccount, { id: student });
  return (
    <section aria-labelledby="account" className="card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="account" className="text-large">
          Tuition account
        </h2>
        <Link to={`${tuitionBills.link}/${student}`} className="button button-quiet">
          Open the account
        </Link>
      </div>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {({ bills }) =>
          bills.length === 0 ? (
            <p className="mt-1 text-soft">No bill is made yet.</p>
          ) : (
            <ul>
              {bills.map((bill) => (
                <li
                  key={bill._id}
                  className="flex flex-wrap items-baseline justify-between gap-x-3 border-line border-b py-2 last:border-b-0"
                >
                  {termWords(bill)}
                  <BalanceBadge balance={bill.balance} of={[bill]} />
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}

/** What the offices have seen of this person, and what is still in the way. */
function ClearanceOf({ application }: { application: string }) {
  const read = useRead(readTickList, { id: application });
  return (
    <section aria-labelledby="clearance" className="card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="clearance" className="text-large">
          Clearance
        </h2>
        <Link to={`/staff/clearance/${application}`} className="button button-quiet">
          Open the list
        </Link>
      </div>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {({ standing, lines }) => (
          <>
            <p className="mt-1">
              <WordBadge look={standingLooks[standing]} word={standing} />
            </p>
            <ul>
              {lines
                .filter(({ state }) => isInTheWay(state))
                .map(({ _id, label, state, reason }) => (
                  <li key={_id} className="py-1">
                    {label}: {state.toLowerCase()}
                    {reason && <span className="block text-soft">{reason}</span>}
                  </li>
                ))}
            </ul>
          </>
        )}
      </Read>
    </section>
  );
}
