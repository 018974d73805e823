import { useState } from "react";
import type { ProgrammeEligibility } from "#academics/eligibility/eligibility.contract.ts";
import { judgeEligibility } from "#academics/eligibility/eligibility.rules.ts";
import { Standings } from "#academics/eligibility/eligibility.standings.part.page.tsx";
import type { OfferedProgramme } from "#calendar/front-desk/front-desk.prospectus.contract.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { type GradeName, gradeNames } from "#reference/grades/grades.rules.ts";
import { type ModeOfEntry, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { displaySubjects } from "#reference/subjects/subjects.rules.ts";
import { Choice } from "./prospectus.choice.page.tsx";

interface Typed {
  readonly subject: string;
  readonly scored: string;
}

const ByMode = opened(() => import("./prospectus.mode.page.tsx").then((part) => part.ByMode));

/** Everybody sits the first two. */
const first: readonly Typed[] = ["English Language", "Mathematics", "", "", ""].map((subject) => ({
  subject,
  scored: "",
}));
const MOST = 9;

/** The entry rules of every programme held against what is chosen here. Nothing of it leaves the browser. */
export function WouldIQualify({ programmes }: { programmes: readonly OfferedProgramme[] }) {
  const [rows, setRows] = useState(first);
  const [mode, setMode] = useState<ModeOfEntry | "">("");
  const change = (place: number, part: Partial<Typed>) =>
    setRows(rows.map((row, at) => (at === place ? { ...row, ...part } : row)));
  const results = rows.flatMap(({ subject, scored }) =>
    subject && scored ? [{ examination: "one", subject, scored: scored as GradeName }] : [],
  );
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
          <div key={place} className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-2">
            <Choice
              label={`Subject ${place + 1}`}
              empty="Subject"
              value={row.subject}
              options={displaySubjects
                .map(({ name }) => name)
                .filter((name) => name === row.subject || !rows.some(({ subject }) => subject === name))}
              choose={(subject) => change(place, { subject })}
            />
            <Choice
              label={`Grade ${place + 1}`}
              empty="Grade"
              value={row.scored}
              options={gradeNames}
              choose={(scored) => change(place, { scored })}
            />
          </div>
        ))}
        {rows.length < MOST && (
          <button
            type="button"
            className="button button-quiet justify-self-start"
            onClick={() => setRows([...rows, { subject: "", scored: "" }])}
          >
            Add a subject
          </button>
        )}
      </div>
      <div className="max-w-md">
        <label htmlFor="mode-of-entry" className="mb-1 block font-semibold">
          How do you enter?
        </label>
        <select
          id="mode-of-entry"
          className="control"
          value={mode}
          onChange={(event) => setMode(modesOfEntry.find((one) => one === event.target.value) ?? "")}
        >
          <option value="">I do not know yet: look at my O-Level alone</option>
          {modesOfEntry.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {mode && <ByMode key={mode} mode={mode} programmes={programmes} results={results} />}
      {mode === "" && results.length > 0 && (
        <Standings
          list={programmes.map((one) => judged(one, results))}
          link={() => "/account"}
          some="To apply to one of them, create an account."
          none={<p>On these results you do not qualify for any programme yet.</p>}
        />
      )}
    </div>
  );
}

const judged = (
  { _id, award, name, college, rules }: OfferedProgramme,
  results: Parameters<typeof judgeEligibility>[1],
): ProgrammeEligibility => ({ _id, award, name, college, verdict: judgeEligibility(rules, results) });
