import { useState } from "react";
import type { Listed } from "#console/list/list.asked.part.page.tsx";
import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { PaperPicture, useFreshLinks } from "../../review/review.papers.part.page.tsx";
import { readOLevelCheck, type ShownFinding, type WholeCheck } from "../olevel-check.contract.ts";
import { checkLooks } from "../olevel-check.rules.ts";

const FindingForm = opened(() => import("./finding.forms.part.page.tsx").then((part) => part.FindingForm));
const DecideDialog = opened(() => import("./finding.forms.part.page.tsx").then((part) => part.DecideDialog));

interface PageParts {
  readonly of: Listed & { readonly called: string };
  readonly id: string;
}

/** One sitting: what was claimed, what was found by whom, and the form for the board's answer. */
export function CheckPage({ of, id }: PageParts) {
  const read = useRead(readOLevelCheck, { id });
  useFreshLinks(read.refetch);
  const mayFind = useRight("olevel-checks.change");
  const seesFiles = useRight("applications");
  return (
    <ReadRecord from={read} of={of}>
      {(check) => {
        const standing = check.findings.filter(({ past }) => !past);
        return (
          <>
            <Head check={check}>
              {seesFiles && (
                <Link to={`/staff/applications/${check.application}`} className="button button-quiet">
                  Open the file
                </Link>
              )}
              <Neighbours of={of} id={id} />
            </Head>
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
              <div className="grid gap-4">
                <Standing check={check} />
                {mayFind && check.state !== "Disputed" && (
                  <FindingForm key={check.version} check={check} colleagues={newestOfColleagues(standing)} />
                )}
                <Findings list={check.findings} counts={check.finding} />
              </div>
              <Claimed check={check} />
            </div>
          </>
        );
      }}
    </ReadRecord>
  );
}

/** What each colleague found last, the newest first; of the sitting as it stands. */
const newestOfColleagues = (standing: WholeCheck["findings"]) =>
  standing.filter(({ mine, by }, at) => !mine && standing.findIndex((one) => one.by === by) === at);

function Head({ check, children }: { check: WholeCheck; children: React.ReactNode }) {
  const { name, code, jamb, programme, session, state } = check;
  useTitle(`${name}, ${code}`);
  return (
    <div className="mb-4 border-line border-b pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">
          <h1 className="mr-1 min-w-0 text-title">{name}</h1>
          <WordBadge look={checkLooks[state]} word={state} />
        </div>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
      <p className="figures mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-soft">
        <span className="font-semibold text-ink">
          {check.examinationtype} {check.examinationyear}, {check.examinationnumber}
        </span>
        <span>JAMB {jamb}</span>
        <span>{code}</span>
        <span>{programme}</span>
        <span>{session}</span>
      </p>
    </div>
  );
}

/** What is to be done next about where it stands. */
function Standing({ check }: { check: WholeCheck }) {
  const [deciding, setDeciding] = useState(false);
  const mayDecide = useRight("olevel-checks.approve");
  const corrects = useRight("record-corrections.change");
  const { state, askedon, askedby, decision, application } = check;
  const hasOwn = check.findings.some(({ mine, past }) => mine && !past);
  return (
    <>
      {state === "Disputed" && (
        <Alert look="bad" title="Two findings contradict each other">
          <p>
            {hasOwn
              ? "You made one of them, so somebody else decides."
              : "Somebody who made neither asks the board once more, and decides what counts."}{" "}
            Until then no offer goes out, unless the college has set it otherwise.
          </p>
          {mayDecide && !hasOwn && (
            <button type="button" className="button mt-2" onClick={() => setDeciding(true)}>
              Decide what counts
            </button>
          )}
        </Alert>
      )}
      {(state === "Differs" || state === "Not found") && (
        <Alert look="bad" title={state === "Differs" ? "The board shows something else" : "The board does not know it"}>
          Where it was mistyped, have the file corrected by two people: then it is to be verified anew. Else the office
          decides about the application.
          {corrects && (
            <>
              {" "}
              <Link to={`/staff/record-corrections/new?noun=application&record=${application}`} className="link">
                Propose a correction
              </Link>
            </>
          )}
        </Alert>
      )}
      {decision && (
        <p className="card p-4">
          <strong>{decision.by}</strong> decided {shortMinute(decision.at)}: {decision.words}
        </p>
      )}
      {state === "Asked" && askedon && (
        <p className="card p-4">
          {askedby} asked the board on {asDay(`${askedon}T12:00:00Z`)}. Keep its answer below when it is there.
        </p>
      )}
      {deciding && <DecideDialog check={check} onHide={() => setDeciding(false)} />}
    </>
  );
}

function Findings({ list, counts }: { list: readonly ShownFinding[]; counts: string | null }) {
  return (
    <section aria-labelledby="findings" className="card">
      <h2 id="findings" className="px-4 py-3 text-large">
        Findings
      </h2>
      {list.length === 0 ? (
        <p className="px-4 pb-4 text-soft">Nobody has kept an answer of the board yet.</p>
      ) : (
        <ol>
          {list.map(({ _id, outcome, checkedon, reference, words, by, at, contradicts, past, proof }) => (
            <li key={_id} className={`grid gap-1 border-line border-t px-4 py-3 ${past ? "text-soft" : ""}`}>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <WordBadge look={past ? "plain" : checkLooks[outcome]} word={outcome} />
                <strong>{by}</strong>
                <span className="text-small text-soft">
                  {asDay(`${checkedon}T12:00:00Z`)}, saved {shortMinute(at)}
                </span>
                {_id === counts && <span className="text-small">This one counts</span>}
                {contradicts && <span className="text-small">Saved as a difference</span>}
                {past && <span className="text-small">Before a correction of the file</span>}
              </p>
              {words && <p className="wrap-anywhere whitespace-pre-line">{words}</p>}
              <p className="flex flex-wrap gap-x-4 text-small">
                {reference && <span className="figures">Reference ends with {reference}</span>}
                {proof && (
                  <a href={proof.link} target="_blank" rel="noreferrer" className="link">
                    See the proof<span className="sr-only"> of {by} (opens in a new tab)</span>
                  </a>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What stands in the file, to be held against the board's page. */
function Claimed({ check }: { check: WholeCheck }) {
  const { photo, name, gender, dateofbirth, examinationcenter, grades, documents } = check;
  return (
    <aside aria-label="What was submitted" className="grid gap-4">
      <section aria-label="Claimed" className="card p-4">
        <h2 className="text-large">As submitted</h2>
        <p>{examinationcenter}</p>
        <p className="text-soft">
          {gender}, born {asDay(`${dateofbirth}T12:00:00Z`)}
        </p>
        <ul className="mt-3">
          {grades.map(({ subject, scored }) => (
            <li key={subject} className="flex justify-between gap-3 border-line border-t py-1">
              <span>{subject}</span>
              <strong className="figures">{scored}</strong>
            </li>
          ))}
        </ul>
        {documents.length > 0 && (
          <ul className="mt-3 grid gap-1">
            {documents.map(({ label, link }) => (
              <li key={label}>
                <a href={link} target="_blank" rel="noreferrer" className="link">
                  {label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      {photo && <PaperPicture link={photo} what={`Photograph of ${name}`} look="aspect-[4/5] w-full object-cover" />}
    </aside>
  );
}
