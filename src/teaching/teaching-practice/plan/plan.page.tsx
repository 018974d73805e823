import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { practiceRounds } from "../../practice-round/practice-round.contract.ts";
import { practicePostings } from "../teaching-practice.contract.ts";
import { carryOutPlan, type PracticePlan, readPracticePlan } from "./plan.contract.ts";

const { link } = practicePostings;

/** The rounds to post in; and of one who goes where, who is left and why. */
export function PracticePlans() {
  const { pathname } = useLocation();
  const round = matched(`${link}/plan/:id`, pathname)?.id;
  return round ? <Plan key={round} round={round} /> : <Rounds />;
}

const day = (iso: string) => asDay(`${iso}T12:00:00Z`);

function Rounds() {
  const read = useRead(practiceRounds.calls.list);
  return (
    <>
      <ConsoleHeading title="Post by wishes">
        <Link to={link} className="button button-quiet">
          All postings
        </Link>
      </ConsoleHeading>
      <Read from={read} waiting={<div className="bone late h-32" />}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title="No round of teaching practice yet" text="Open one under Practice rounds first.">
              <Link to={practiceRounds.link} className="button">
                Practice rounds
              </Link>
            </EmptyState>
          ) : (
            <ul className="grid max-w-3xl gap-3">
              {(list as readonly Row[]).map((row) => (
                <li key={row._id} className="card flex flex-wrap items-center justify-between gap-3 px-5 py-3">
                  <span>
                    <strong className="block">{row._title}</strong>
                    <span className="text-soft">
                      {day(String(row.starts))} to {day(String(row.ends))}
                    </span>
                  </span>
                  <Link to={`${link}/plan/${row._id}`} className="button button-quiet">
                    See the plan
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </>
  );
}

function Plan({ round }: { round: string }) {
  const read = useRead(readPracticePlan, { id: round });
  return (
    <ReadRecord from={read} of={practiceRounds}>
      {(plan) => (
        <>
          <ConsoleHeading title={plan.round}>
            <Link to={`${link}?round=${round}`} className="button button-quiet">
              Who is posted ({asFigure(plan.posted)})
            </Link>
            {plan.goes.length > 0 && <CarryOut round={round} plan={plan} />}
          </ConsoleHeading>
          <p className="mb-4 max-w-3xl text-soft">
            {asCount(plan.goes.length, "student")} can be posted by wishes, {asFigure(plan.stays.length)} would be left,{" "}
            {asFigure(plan.posted)} are posted, and {asCount(plan.free, "place is", "places are")} free in all schools.{" "}
            {plan.unsupervised > 0 &&
              `${asCount(plan.unsupervised, "posting has", "postings have")} no supervisor yet.`}
          </p>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {plan.open && plan.way === "Three wishes" && (
              <div className="lg:col-span-2">
                <Alert look="info" title="Students may still choose">
                  <p>The choice closes on {day(plan.chooseuntil)}. Whoever is posted now keeps the school.</p>
                </Alert>
              </div>
            )}
            <ToLookAt title="Posted, and something is missing by now" list={plan.lacking} />
            <ToLookAt title="Posted, and the supervisor has left" list={plan.left} />
            <section aria-labelledby="goes" className="card px-5 py-4">
              <h2 id="goes" className="text-large">
                Who goes where ({asFigure(plan.goes.length)})
              </h2>
              {plan.goes.length === 0 && <p className="text-soft">Nobody can be posted by wishes now.</p>}
              <ul>
                {plan.goes.map(({ student, name, matric, school, wish }) => (
                  <li key={student} className="border-line border-b py-1.5 last:border-b-0">
                    <strong>{name}</strong> <span className="figures text-soft">{matric}</span>
                    <span className="block">
                      {school} <span className="text-soft">({["first", "second", "third"][wish - 1]} wish)</span>
                    </span>
                  </li>
                ))}
              </ul>
            </section>
            <section aria-labelledby="stays" className="card px-5 py-4">
              <h2 id="stays" className="text-large">
                Who is left, and why ({asFigure(plan.stays.length)})
              </h2>
              {plan.stays.length === 0 && <p className="text-soft">Nobody.</p>}
              <ul>
                {plan.stays.map(({ student, name, matric, why }) => (
                  <li key={student} className="border-line border-b py-1.5 last:border-b-0">
                    <strong>{name}</strong> <span className="figures text-soft">{matric}</span>
                    <span className="block">{why}</span>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </>
      )}
    </ReadRecord>
  );
}

function ToLookAt({ title, list }: { title: string; list: PracticePlan["lacking"] }) {
  if (list.length === 0) return null;
  return (
    <section aria-label={title} className="card border-warn px-5 py-4">
      <h2 className="text-large text-warn">
        {title} ({asFigure(list.length)})
      </h2>
      <ul>
        {list.map(({ posting, name, matric, why }) => (
          <li key={posting} className="border-line border-b py-1.5 last:border-b-0">
            <Link to={`${link}/${posting}`} className="link">
              {name}
            </Link>{" "}
            <span className="figures text-soft">{matric}</span>
            <span className="block">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CarryOut({ round, plan }: { round: string; plan: PracticePlan }) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  if (!useRight("teaching-practice.change")) return null;
  const title = `Post ${asCount(plan.goes.length, "student")}`;
  return (
    <>
      <button type="button" className="button" onClick={show}>
        {title}
      </button>
      {shown && (
        <Confirm
          title={`${title}?`}
          submit={title}
          send={(attempt) => call(carryOutPlan, { params: { id: round }, body: { seen: plan.seen }, attempt })}
          onHide={() => {
            hide();
            void reread();
          }}
          onDone={reread}
        >
          <p>
            As the list shows, all or none. Each gets a mail and prints the posting letter. Who is left is posted by
            hand, or by a later plan.
          </p>
        </Confirm>
      )}
    </>
  );
}
