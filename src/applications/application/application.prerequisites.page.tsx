import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { judgePrerequisites, type Papers, type Prerequisite } from "../prerequisites/prerequisites.contract.ts";

const HaveReady = opened(() => import("../requirement/requirement.ready.part.page.tsx").then((part) => part.HaveReady));

interface StepParts {
  readonly programme: string;
  readonly papers: Papers;
  readonly resultsNeeded: number;
  /** How it goes on for who has everything. */
  readonly children: ReactNode;
}

/** What an application needs, judged as the server will judge it; what is missing leads to where it is mended. */
export function PrerequisitesStep({ programme, papers, resultsNeeded, children }: StepParts) {
  const judged = judgePrerequisites(papers, resultsNeeded);
  return (
    <div className="grid gap-5">
      <ul className="grid gap-2">
        {judged.map((one) => (
          <Line key={one.key} one={one} count={papers[one.key]} />
        ))}
      </ul>
      <HaveReady programme={programme}>
        {judged.every(({ met }) => met) ? (
          children
        ) : (
          <p className="text-soft">Complete what is marked, then come back: your payment stays with you.</p>
        )}
      </HaveReady>
    </div>
  );
}

const places: Readonly<Record<keyof Papers, string>> = {
  referees: "/app/parents",
  bio: "/app/bio",
  sittings: "/app/olevel",
  results: "/app/olevelresult",
};

function Line({ one: { key, label, met, sentence }, count }: { one: Prerequisite; count: number }) {
  const Icon = met ? CircleCheck : CircleAlert;
  return (
    <li className={`flex gap-3 rounded-card border border-l-4 p-3 ${met ? "border-good" : "border-bad"}`}>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${met ? "text-good" : "text-bad"}`} />
      <div className="min-w-0">
        <p className="font-semibold">{label}</p>
        {met ? (
          <p className="text-small text-soft">Complete{key !== "bio" && `, ${count} added`}</p>
        ) : (
          <>
            <p>{sentence}</p>
            <Link to={places[key]} className="link inline-flex min-h-11 items-center">
              Go to {label}
            </Link>
          </>
        )}
      </div>
    </li>
  );
}
