import { useState } from "react";
import { ownWords, type TypedResults } from "#academics/eligibility/eligibility.modes.rules.ts";
import type { Scored } from "#academics/eligibility/eligibility.rules.ts";
import { Standings } from "#academics/eligibility/eligibility.standings.part.page.tsx";
import { judgeByMode } from "#academics/eligibility/eligibility.submitted.rules.ts";
import type { OfferedProgramme } from "#calendar/front-desk/front-desk.prospectus.contract.ts";
import { aLevelTypes, classifications, type ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { utmeSubjects } from "#reference/subjects/subjects.utme.rules.ts";
import { Choice } from "./prospectus.choice.page.tsx";

type Beside = Pick<TypedResults, "utme" | "alevels">;

const nothing: Beside = { utme: null, alevels: [] };

interface ByModeParts {
  readonly mode: ModeOfEntry;
  readonly programmes: readonly OfferedProgramme[];
  readonly results: readonly Scored[];
}

/** The rules of the programmes that take this mode of entry, held against the O-Level and what the mode asks for beside it. */
export function ByMode({ mode, programmes, results }: ByModeParts) {
  const [beside, setBeside] = useState(nothing);
  const taking = programmes.filter(({ modes }) => modes.includes(mode));
  if (taking.length === 0) return <p>No programme takes {mode} now.</p>;
  return (
    <div className="grid gap-6">
      {mode === "JAMB UTME" && <Utme tell={(utme) => setBeside({ ...nothing, utme })} />}
      {mode === "Direct Entry" && <ALevel tell={(alevels) => setBeside({ ...nothing, alevels })} />}
      {results.length > 0 && (
        <Standings
          list={taking.map(({ _id, award, name, college, rules }) => {
            const { olevel, standing, missing, sentence } = judgeByMode(
              rules,
              { type: mode, olevel: results, ...beside },
              ownWords,
            );
            return { _id, award, name, college, verdict: { ...olevel, standing, missing: [...missing], sentence } };
          })}
          link={() => "/account"}
          some="To apply to one of them, create an account."
          none={<p>On these results you do not qualify for any programme yet.</p>}
        />
      )}
    </div>
  );
}

const MOST_UTME_SCORE = 400;

function Utme({ tell }: { tell(utme: Beside["utme"]): void }) {
  const [subjects, setSubjects] = useState(["", "", ""]);
  const [score, setScore] = useState("");
  const say = (named: readonly string[], typed: string) => {
    const sat = named.filter((name) => name !== "");
    tell(sat.length === 0 && typed === "" ? null : { subjects: sat, score: typed === "" ? null : Number(typed) });
  };
  const choose = (place: number, subject: string) => {
    const named = subjects.map((name, at) => (at === place ? subject : name));
    setSubjects(named);
    say(named, score);
  };
  const type = (typed: string) => {
    if (!/^\d{0,3}$/.test(typed) || Number(typed) > MOST_UTME_SCORE) return;
    setScore(typed);
    say(subjects, typed);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Your UTME: Use of English, and three others</legend>
      {subjects.map((subject, place) => (
        <Choice
          // biome-ignore lint/suspicious/noArrayIndexKey: three places that stay
          key={place}
          label={`UTME subject ${place + 1}`}
          empty="UTME subject"
          value={subject}
          options={utmeSubjects.filter((name) => name === subject || !subjects.includes(name))}
          choose={(name) => choose(place, name)}
        />
      ))}
      <label htmlFor="utme-score" className="mt-1">
        Score, of 400; empty until it is out
      </label>
      <input
        id="utme-score"
        className="control max-w-[8rem]"
        inputMode="numeric"
        autoComplete="off"
        value={score}
        onChange={(event) => type(event.target.value)}
      />
    </fieldset>
  );
}

const gradesOfALevel = ["A", "B", "C", "D", "E", "F"];
const places = ["educationSubjectGrade", "educationSubject2Grade", "educationSubject3Grade"] as const;

function ALevel({ tell }: { tell(alevels: Beside["alevels"]): void }) {
  const [type, setType] = useState("");
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const say = (kind: string, all: Readonly<Record<string, string>>) => {
    setType(kind);
    setSaid(all);
    tell(resultsOf(kind, all));
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">What you enter with</legend>
      <Choice
        label="Qualification"
        empty="Qualification"
        value={type}
        options={aLevelTypes}
        choose={(kind) => say(kind, {})}
      />
      {type === "Diploma" && (
        <Choice
          label="Classification"
          empty="Classification"
          value={said.classification ?? ""}
          options={classifications}
          choose={(classification) => say(type, { classification })}
        />
      )}
      {(type === "NCE" || type === "IJMB") &&
        places.map((place, nth) => (
          <Choice
            key={place}
            label={`Grade of subject ${nth + 1}`}
            empty={`Grade of subject ${nth + 1}`}
            value={said[place] ?? ""}
            options={gradesOfALevel}
            choose={(grade) => say(type, { ...said, [place]: grade })}
          />
        ))}
    </fieldset>
  );
}

/** Only what the rules look at: the names of subjects, schools and years do not count. None until it is said wholly. */
function resultsOf(type: string, said: Readonly<Record<string, string>>): Beside["alevels"] {
  const anywhere = { institutionName: "", yearOfGraduation: "" };
  if (type === "Diploma") {
    const { classification } = said;
    const rest = { courseOfStudy: "", diplomaType: "", cgpa: "" };
    return classification ? [{ type, results: { ...anywhere, ...rest, classification } }] : [];
  }
  const [first, second, third] = places.map((place) => said[place]);
  if ((type !== "NCE" && type !== "IJMB") || !first || !second || !third) return [];
  const subjects = { educationSubject: "", educationSubject2: "", educationSubject3: "" };
  const grades = { educationSubjectGrade: first, educationSubject2Grade: second, educationSubject3Grade: third };
  return [{ type, results: { ...anywhere, ...subjects, ...grades } }];
}
