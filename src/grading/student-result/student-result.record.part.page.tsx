import type { ReactNode } from "react";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { owedWords } from "../academic-record/academic-record.rules.ts";
import type { RecordShown, SemesterShown } from "./student-result.contract.ts";
import {
  Awaited,
  OpenSum,
  productsOf,
  quotient,
  ResultsTable,
  StandingBadge,
  termTitle,
} from "./student-result.sheet.part.page.tsx";

interface RecordParts {
  readonly of: RecordShown;
  /** What its student may do with it; left out where an office looks. */
  readonly own?: {
    /** The way to the slip of a semester. */
    slipAt(slip: string): string;
    readonly askable: ReadonlyMap<string, string>;
  };
}

/** A record semester by semester, with what it comes to above it. */
export function RecordOf({ of, own }: RecordParts) {
  if (of.semesters.length === 0)
    return <EmptyState title="No result is here yet" text="Results stand here once the college has published them." />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SoFar of={of} own={own} />
      {of.semesters.map((semester) => (
        <SemesterCard key={termTitle(semester)} of={semester} own={own} />
      ))}
      <HowGraded of={of} />
    </div>
  );
}

const SoFar = ({ of, own }: RecordParts) => (
  <section aria-labelledby="sofar" className="card grid gap-3 p-5">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 id="sofar" className="text-large">
        So far
      </h2>
      {of.standing && <StandingBadge of={of.standing} />}
    </div>
    {of.cgpa ? (
      <OpenSum
        name="CGPA"
        over="all semesters"
        of={of.cgpa}
        rows={of.counted.map(({ course, session, semester, units, point }) => ({
          key: `${course} ${session} ${semester}`,
          course: `${course}, ${termTitle({ session, semester })}`,
          units,
          point,
        }))}
      />
    ) : (
      <p className="text-soft">
        {of.semesters.some(({ closed }) => closed)
          ? `${own ? "Your" : "The"} CGPA shows here once the results below are open.`
          : own
            ? "You have no CGPA yet."
            : "There is no CGPA yet."}
      </p>
    )}
    {of.cgpa && of.passclass && (
      <p>
        With this CGPA {own ? "you would finish" : "one finishes"} with: <strong>{of.passclass}</strong>
      </p>
    )}
    {of.cgpa && !of.passclass && of.profile && of.profile.classes.length > 0 && (
      <p>
        To finish, {own ? "you need" : "one needs"} a CGPA of at least <strong>{leastOf(of.profile.classes)}</strong>.
      </p>
    )}
    {of.rule && of.standing && (
      <p>
        {of.standing}, because of this rule: {of.rule}.
      </p>
    )}
    {of.undecided && (
      <p>
        By the rules {own ? "your" : "the"} standing may become {of.undecided}
        {of.rule && ` (${of.rule})`}. {own ? "The college decides and tells you." : "Nobody has decided about it yet."}
      </p>
    )}
    <Owed title="Carried over" of={of.carryovers.filter(({ elective }) => !elective)}>
      {own && (
        <p>
          <Link to="/student/registration" className="link inline-block py-2">
            Register these when they are offered
          </Link>
        </p>
      )}
    </Owed>
    <Owed title="Electives not passed" of={of.carryovers.filter(({ elective }) => elective)}>
      <p>
        {own ? "You need not take them again: you may choose" : "They need not be taken again: one may choose"} another
        elective instead.
      </p>
    </Owed>
  </section>
);

interface OwedParts {
  readonly title: string;
  readonly of: RecordShown["carryovers"];
  readonly children: ReactNode;
}

/** Courses that are not passed, with what to do about them; nothing where there are none. */
const Owed = ({ title, of, children }: OwedParts) =>
  of.length > 0 && (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul>
        {of.map(({ course, title: name, why }) => (
          <li key={course} className="py-1">
            <strong className="whitespace-nowrap">{course}</strong> {name}: {owedWords[why]}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );

/** From which average there is a class of pass at all. */
const leastOf = (classes: readonly { readonly from: string }[]): string =>
  Math.min(...classes.map(({ from }) => Number(from))).toFixed(2);

function SemesterCard({ of, own }: { readonly of: SemesterShown; readonly own: RecordParts["own"] }) {
  const heading = `term ${of.session} ${of.semester}`;
  return (
    <section aria-labelledby={heading} className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="text-large">
          {termTitle(of)}
        </h2>
        {of.slip && own && (
          <Link to={own.slipAt(of.slip)} className="button button-quiet no-print">
            Result slip
          </Link>
        )}
      </div>
      {of.closed && (
        <Alert look="warn">
          <p>{of.closed.sentence}.</p>
          {of.closed.link && (
            <p>
              <Link to={of.closed.link} className="link inline-block py-2">
                {of.closed.of === "fees" ? "Pay your fees" : "See the hold"}
              </Link>
            </p>
          )}
        </Alert>
      )}
      {of.recalled && (
        <Alert look="warn">
          <p>
            Results of this semester were taken back on {asDay(of.recalled.at)}
            {of.recalled.reason && `: ${of.recalled.reason.replace(/\.$/, "")}`}. They count for nothing now.{" "}
            {own ? "You read them again" : "They are read again"} once they are published anew.
          </p>
        </Alert>
      )}
      {of.results.length > 0 && <ResultsTable of={of} askable={own?.askable} />}
      <Awaited of={of.awaited} />
      {of.gpa && of.gpa.units > 0 && <OpenSum name="GPA" over="this semester" of={of.gpa} rows={productsOf(of)} />}
      {of.cgpa && of.cgpa.units > 0 && (
        <p className="figures">
          CGPA after this semester: <strong>{of.cgpa.shown}</strong>{" "}
          <span className="text-small text-soft">({quotient(of.cgpa)})</span>
        </p>
      )}
    </section>
  );
}

const attemptWords: Readonly<Record<string, string>> = {
  All: "Every attempt at a course counts",
  Best: "Of several attempts at a course the best counts",
  Last: "Of several attempts at a course the last counts",
};

const HowGraded = ({ of: { profile } }: { readonly of: RecordShown }) =>
  profile && (
    <details className="card p-5">
      <summary className="min-h-11 cursor-pointer">How this is graded: {profile.name}</summary>
      <ul className="mt-2 grid gap-1">
        <li>
          {profile.bands
            .map(
              ({ from, to, grade, point }) =>
                `${from} to ${to}: grade ${grade}, ${point} ${point === "1" ? "point" : "points"} a unit`,
            )
            .join(" · ")}
        </li>
        <li>
          A course is passed from {profile.passmark}. {attemptWords[profile.attempts]} in the CGPA.
        </li>
        <li>{profile.classes.map(({ name, from }) => `${name} from ${from}`).join(" · ")}</li>
        {profile.standings.map(({ standing, rule }) => (
          <li key={standing}>
            {standing}: {rule}.
          </li>
        ))}
      </ul>
    </details>
  );
