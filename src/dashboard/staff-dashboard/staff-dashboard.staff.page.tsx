import { ArrowRight } from "lucide-react";
import { asBegin, asEnd } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { StaffToday } from "#teaching/my-week/my-week.today.part.page.tsx";
import {
  type Figure,
  figures,
  readStaffDashboard,
  type StaffDashboard,
  type Takings,
  type Waiting,
} from "./staff-dashboard.contract.ts";
import { AdmissionCounts } from "./staff-dashboard.counts.page.tsx";

type Admission = StaffDashboard["admission"];

const words: Readonly<Record<Admission["state"], readonly [BadgeLook, string]>> = {
  open: ["good", "Open"],
  early: ["info", "Not open yet"],
  closed: ["plain", "Closed"],
  none: ["bad", "No session admits"],
};

function AdmissionState({ of }: { of: Admission }) {
  const [look, word] = words[of.state];
  return (
    <section aria-labelledby="admission" className="card flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <h2 id="admission" className="text-large">
        {of.session ? `Admission ${of.session}` : "Admission"}
      </h2>
      <WordBadge look={look} word={word} />
      <p className="text-soft">{sentenceOf(of)}</p>
      {of.link && (
        <Link to={of.link} className="link py-1 sm:ml-auto">
          See the session
        </Link>
      )}
    </section>
  );
}

function sentenceOf({ state, opens, closes }: Admission): string {
  if (state === "open" && closes) return `Applications are open until ${asEnd(closes)}.`;
  if (state === "early" && opens) return `Applications open on ${asBegin(opens)}.`;
  if (state === "closed" && closes) return `Applications closed at ${asEnd(closes)}.`;
  return "Applicants can sign in, but not apply.";
}

function FigureCard({ of: { name, total, link } }: { of: Figure }) {
  return (
    <li className="card flex">
      <Link to={link} className="grow rounded-card px-4 py-3 hover:bg-sunk">
        <span className="block text-small text-soft">{figures[name]}</span>
        <span className="figures block font-semibold text-title">{asFigure(total)}</span>
      </Link>
    </li>
  );
}

interface TakingsParts {
  readonly of: Takings;
  readonly session: StaffDashboard["admission"]["session"];
}

function MoneyTaken({ of: { today, session, waiting }, session: name }: TakingsParts) {
  const seesExceptions = useRight("payment-exceptions");
  return (
    <section aria-labelledby="takings">
      <h2 id="takings" className="mb-2 text-large">
        Money
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Sum word="Came in today" shown={asNaira(today)} link="/staff/day-book" />
        {session !== null && <Sum word={`Came in for ${name}`} shown={asNaira(session)} link="/staff/day-book" />}
        <Sum
          word="Exceptions that wait"
          shown={asFigure(waiting)}
          link={seesExceptions ? "/staff/payment-exceptions" : "/staff/day-book"}
        />
      </ul>
    </section>
  );
}

const Sum = ({ word, shown, link }: { word: string; shown: string; link: string }) => (
  <li className="card flex">
    <Link to={link} className="grow rounded-card px-4 py-3 hover:bg-sunk">
      <span className="block text-small text-soft">{word}</span>
      <span className="figures block font-semibold text-title">{shown}</span>
    </Link>
  </li>
);

/** `/staff/dashboard`: what waits for this person, and what stands where today. */
export function DashboardPage() {
  const read = useRead(readStaffDashboard);
  const { me } = useGiven();
  const teaches = useRight("my-week");
  const writesDown = useRight("lectures.change");
  return (
    <>
      <ConsoleHeading title={`Welcome, ${me.name}`} />
      <Read from={read} waiting={<Bones />}>
        {({ offices, admission, waiting, takings, figures, sessions }) => (
          <div className="grid grid-cols-1 gap-5">
            <p className="-mt-2 text-soft">{offices.join(" · ") || "You belong to no user group."}</p>
            {teaches && <StaffToday writesDown={writesDown} />}
            {waiting.length > 0 && <Waits list={waiting} />}
            {takings && <MoneyTaken of={takings} session={admission.session} />}
            <AdmissionState of={admission} />
            <AdmissionCounts sessions={sessions} admits={admission.state !== "none"} />
            <Figures list={figures} />
          </div>
        )}
      </Read>
    </>
  );
}

function Waits({ list }: { list: readonly Waiting[] }) {
  return (
    <section aria-labelledby="waits" className="card border-l-4 border-l-warn">
      <h2 id="waits" className="px-4 pt-3 text-large">
        Waits for you
      </h2>
      <ul className="pb-1">
        {list.map(({ sentence, deed, link }) => (
          <li key={sentence} className="flex flex-wrap items-center justify-between gap-x-6 px-4 py-1">
            {sentence}
            <Link to={link} className="link inline-flex min-h-(--control) items-center gap-1">
              {deed}
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ list }: { list: readonly Figure[] }) {
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="office">
      <h2 id="office" className="mb-2 text-large">
        The office
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {list.map((figure) => (
          <FigureCard key={figure.name} of={figure} />
        ))}
      </ul>
    </section>
  );
}

const bones = ["first", "second", "third", "fourth", "fifth"];

function Bones() {
  return (
    <div aria-hidden className="late grid gap-5">
      <div className="bone h-5 w-64 max-w-full" />
      <div className="bone h-16" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {bones.map((name) => (
          <div key={name} className="bone h-24" />
        ))}
      </div>
    </div>
  );
}
