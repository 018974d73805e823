import { useId, useState } from "react";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { readBook } from "../result-profile/result-profile.book.contract.ts";
import { type GradingRules, hundredths } from "../result-profile/result-profile.rules.ts";
import type { Maxima } from "../score-sheet/score-sheet.rules.ts";
import { verdictOn } from "./rule-book.rules.ts";

type Book = Replied<typeof readBook>;

/** What a score comes to, as it is typed: nothing is asked for or kept. */
export function TryScore({ book }: { book: Book }) {
  const [typed, setTyped] = useState({ score: "", ca: "", examination: "" });
  const { grade, point, passed, why } = verdictOn(typed, rulesIn(book));
  const box = (name: keyof typeof typed, label: string) => (
    <Typed label={label} value={typed[name]} onChange={(value) => setTyped({ ...typed, [name]: value })} />
  );
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        {box("score", "Score")}
        <span className="pb-2 text-soft">or</span>
        {box("ca", `CA of ${book.camax}`)}
        {box("examination", `Examination of ${book.exammax}`)}
      </div>
      <p role="status" className="min-h-12">
        {grade !== null && (
          <strong className={`mr-2 text-large ${passed ? "text-good" : point === null ? "" : "text-bad"}`}>
            {grade}
          </strong>
        )}
        {why}
      </p>
    </>
  );
}

interface TypedParts {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

function Typed({ label, value, onChange }: TypedParts) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        className="control figures w-24"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

const rulesIn = ({ form, passmark, camax, exammax, attempts }: Book): GradingRules & Maxima => ({
  passmark,
  camax,
  exammax,
  attempts,
  failing: form.failing,
  bands: form.bands.map((band) => ({ ...band, point: hundredths(band.point) })),
  classes: [],
  standings: [],
  awardunits: null,
});
