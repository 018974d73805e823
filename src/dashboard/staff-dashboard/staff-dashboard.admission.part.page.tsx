import { asBegin, asEnd } from "#calendar/session/session.rules.ts";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { StaffDashboard } from "./staff-dashboard.contract.ts";

type Admission = StaffDashboard["admission"];

const words: Readonly<Record<Admission["state"], readonly [BadgeLook, string]>> = {
  open: ["good", "Open"],
  early: ["info", "Not open yet"],
  closed: ["plain", "Closed"],
  none: ["bad", "No session admits"],
};

/** Which session admits, and until when. */
export function AdmissionState({ of }: { of: Admission }) {
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
