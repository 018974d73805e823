import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import {
  readAdmissionCounts,
  type StaffDashboard,
  type Step,
  type StepName,
  steps,
} from "./staff-dashboard.contract.ts";

interface StepParts {
  readonly of: Step;
  /** The step before it, of which this is a part; absent for the first that the person sees. */
  readonly before?: Step | undefined;
}

function StepCard({ of: { name, total, lately, link }, before }: StepParts) {
  const part = before && before.total > 0 ? total / before.total : null;
  const those = before && among[before.name];
  const inside = (
    <>
      <span className="block text-small text-soft">{steps[name]}</span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="figures font-semibold text-title">{asFigure(total)}</span>
        <span className={`figures text-small ${lately === 0 ? "text-soft" : "font-semibold text-good"}`}>
          +{asFigure(lately)}
          <span className="sr-only"> in the last 24 hours</span>
        </span>
      </span>
      {part !== null && those && (
        <>
          <svg aria-hidden="true" viewBox="0 0 100 2" preserveAspectRatio="none" className="mt-1 h-1.5 w-full">
            <rect width="100" height="2" className="fill-sunk" />
            <rect width={Math.min(100, 100 * part)} height="2" className="fill-brand" />
          </svg>
          <span className="figures mt-1 block text-small text-soft">
            {percent(part)} of {those}
          </span>
        </>
      )}
    </>
  );
  return (
    <li className="card flex">
      {link ? (
        <Link to={link} className="min-w-0 grow rounded-card px-4 py-3 hover:bg-sunk">
          {inside}
        </Link>
      ) : (
        <div className="min-w-0 grow px-4 py-3">{inside}</div>
      )}
    </li>
  );
}

/** Whom a step is a part of. Who registered did so in any year, so nobody's fee is a part of that. */
const among: Readonly<Record<StepName, string | null>> = {
  registered: null,
  paid: "those who paid",
  applied: "those who applied",
  admitted: "those admitted",
  accepted: null,
};

const percent = (part: number) => `${asFigure(Math.round(1000 * part) / 10)}%`;

const Charts = opened(() => import("./staff-dashboard.charts.page.tsx").then((part) => part.AdmissionCharts));

interface CountsParts {
  readonly sessions: StaffDashboard["sessions"];
  /** Whether one admits, so that there is one to begin with. */
  readonly admits: boolean;
}

/** How far the applicants of a session came, in figures and charts; the session stands in the address. */
export function AdmissionCounts({ sessions, admits }: CountsParts) {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get("session") ?? "";
  const wanted = asked || (admits ? "" : (sessions[0]?._id ?? ""));
  const query = wanted ? `session=${encodeURIComponent(wanted)}` : "";
  const read = useQuery({
    queryKey: [readAdmissionCounts.path, query],
    queryFn: ({ signal }) => call(withQuery(readAdmissionCounts, query), { signal }),
    placeholderData: keepPreviousData,
    enabled: admits || wanted !== "",
  });
  const id = useId();
  if (!admits && wanted === "") return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <Read from={read} waiting={<Bones />}>
        {({ session, asOf, steps, ...counts }) =>
          steps.length > 0 && (
            <>
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <h2 id={id} className="flex flex-wrap items-baseline gap-x-2 text-large">
                  How far applicants came
                  <span className="font-normal font-sans text-small text-soft">
                    in all, and in the last 24 hours; counted {asMinute(asOf)}
                  </span>
                </h2>
                <SessionChoice
                  sessions={sessions}
                  chosen={session._id}
                  onChoose={(one) => navigate(`${pathname}?session=${one}`)}
                />
              </div>
              <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
                {steps.map((step, at) => (
                  <StepCard key={step.name} of={step} before={steps[at - 1]} />
                ))}
              </ul>
              <Charts counts={counts} steps={steps} />
            </>
          )
        }
      </Read>
    </section>
  );
}

interface ChoiceParts {
  readonly sessions: StaffDashboard["sessions"];
  readonly chosen: string;
  onChoose(session: string): void;
}

function SessionChoice({ sessions, chosen, onChoose }: ChoiceParts) {
  const id = useId();
  return (
    <div className="filter">
      <label htmlFor={id} className="text-soft">
        Session
      </label>
      <select id={id} value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {sessions.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

const bones = ["first", "second", "third", "fourth", "fifth"];

const Bones = () => (
  <div aria-hidden className="late grid gap-3">
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {bones.map((name) => (
        <div key={name} className="bone h-24" />
      ))}
    </div>
    <div className="grid gap-3 lg:grid-cols-2">
      <div className="bone h-72" />
      <div className="bone h-72" />
    </div>
  </div>
);
