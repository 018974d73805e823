import { ArrowRight } from "lucide-react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { AdmissionState } from "./staff-dashboard.admission.part.page.tsx";
import { type Figure, readStaffDashboard, type Waiting } from "./staff-dashboard.contract.ts";
import { AdmissionCounts } from "./staff-dashboard.counts.part.page.tsx";
import { FigureCard } from "./staff-dashboard.figure.part.page.tsx";
import { MoneyTaken } from "./staff-dashboard.takings.part.page.tsx";

/** `/staff/dashboard`: what waits for this person, and what stands where today. */
export function StaffDashboardPage() {
  const read = useRead(readStaffDashboard);
  const { me } = useGiven();
  return (
    <>
      <ConsoleHeading title={`Welcome, ${me.name}`} />
      <Read from={read} waiting={<Bones />}>
        {({ offices, admission, waiting, takings, figures, sessions }) => (
          <div className="grid grid-cols-1 gap-5">
            <p className="-mt-2 text-soft">{offices.join(" · ") || "You belong to no user group."}</p>
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
