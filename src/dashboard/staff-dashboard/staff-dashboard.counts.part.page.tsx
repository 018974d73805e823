import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { readAdmissionCounts, type StaffDashboard } from "./staff-dashboard.contract.ts";
import { StepCard } from "./staff-dashboard.step.part.page.tsx";

const Charts = opened(() => import("./staff-dashboard.charts.part.page.tsx").then((part) => part.AdmissionCharts));

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
