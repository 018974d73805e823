import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readTuitionAccount, tuitionBills } from "../bill/bill.contract.ts";
import { BalanceBadge, termWords } from "../bill/bill.view.part.page.tsx";
import { readTickList } from "../clearance/clearance.contract.ts";
import { isInTheWay, standingLooks } from "../clearance/clearance.rules.ts";
import { StudentScreens } from "../student/student.person.part.page.tsx";
import type { StudentSummary } from "../student/student.selection.contract.ts";

const CorrectionsOf = opened(() =>
  import("#profile/record-correction/record-correction.record.part.page.tsx").then((part) => part.CorrectionsOf),
);
const HoldsOfStudent = opened(() => import("../hold/hold.part.page.tsx").then((part) => part.HoldsOfStudent));
const PlaceHolds = opened(() => import("../hold/hold.part.page.tsx").then((part) => part.PlaceHolds));
const StatusOfStudent = opened(() =>
  import("../status-change/status-change.standing.part.page.tsx").then((part) => part.StatusOfStudent),
);

/** Every student; and one as a whole, with what each noun of the registry knows. */
export function StudentsPage() {
  const seesHolds = useRight("holds");
  const placesHolds = useRight("holds.change");
  const seesStatus = useRight("student-status");
  const seesAccount = useRight("tuition-accounts");
  const seesClearance = useRight("clearance");
  const seesCorrections = useRight("record-corrections");
  return (
    <StudentScreens
      ways={(student) => <Ways student={student} />}
      chosenDeeds={placesHolds ? (picked: Picked) => <PlaceHolds picked={picked} /> : undefined}
      sections={({ _id, name, application, account }) => (
        <>
          {seesHolds && <HoldsOfStudent student={_id} name={name} />}
          {seesStatus && <StatusOfStudent student={_id} />}
          {seesAccount && <AccountOf student={_id} />}
          {seesClearance && application && <ClearanceOf application={application} />}
          {seesCorrections && account && <CorrectionsOf noun="student" record={_id} />}
        </>
      )}
    />
  );
}

/** Where else the office knows this person, each for whoever may open it. */
function Ways({ student: { application, matric, jamb, emailaddress } }: { student: StudentSummary }) {
  const { rights } = useGiven();
  const person = new URLSearchParams({ q: jamb ?? emailaddress });
  const numbered = new URLSearchParams({ q: matric ?? "" });
  const ways = [
    application && { right: "applications", to: `/staff/applications/${application}`, word: "Application file" },
    matric && { right: "service-orders", to: `/staff/service-orders?${numbered}`, word: "Services" },
    matric && { right: "past-marks", to: `/staff/past-marks?${numbered}`, word: "Past marks" },
    jamb && { right: "payments", to: `/staff/payments?${person}`, word: "Payments" },
    { right: "mails", to: `/staff/mails?${new URLSearchParams({ q: emailaddress })}`, word: "Letters and mails" },
    { right: "help-desk", to: `/staff/help-desk?${person}`, word: "Help desk" },
  ].filter((way) => way && rights.has(way.right)) as { to: string; word: string }[];
  return (
    ways.length > 0 && (
      <ul aria-label="More about this person" className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {ways.map(({ to, word }) => (
          <li key={word}>
            <Link to={to} className="link inline-block py-1">
              {word}
            </Link>
          </li>
        ))}
      </ul>
    )
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
