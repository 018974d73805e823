import { Alert } from "#kit/look/alert.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import type { Comparison, Difference } from "./record.merge.part.page.tsx";

/** Two people edited one record: what each wrote, field by field. The form below holds what was chosen. */
export function ConflictNotice({ conflict }: { conflict: Comparison }) {
  const { who, at, differences, chooseAll } = conflict;
  return (
    <Alert look="warn" title={`${who || "Somebody else"} saved this record ${at ? asAgo(at) : "meanwhile"}`}>
      {differences.length === 0 ? (
        <p>Both of you wrote the same. Save again to go on.</p>
      ) : (
        <>
          <p>Nothing you typed is lost. Choose for each field what is kept, then save again.</p>
          <div className="my-3 grid gap-3">
            {differences.map((difference) => (
              <Choosing key={difference.name} of={difference} />
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            <button type="button" className="button button-quiet" onClick={() => chooseAll("yours")}>
              Keep all of mine
            </button>
            <button type="button" className="button button-quiet" onClick={() => chooseAll("saved")}>
              Take all that is saved
            </button>
          </div>
        </>
      )}
    </Alert>
  );
}

function Choosing({ of }: { of: Difference }) {
  return (
    <fieldset className="rounded-control border border-line bg-surface p-3">
      <legend className="px-1 font-semibold">{of.label}</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Side of={of} keeps="yours" word="Keep mine" text={of.yours} />
        <Side of={of} keeps="saved" word="Saved now" text={of.saved} />
      </div>
    </fieldset>
  );
}

interface SideParts {
  readonly of: Difference;
  readonly keeps: Difference["keeps"];
  readonly word: string;
  readonly text: string;
}

function Side({ of, keeps, word, text }: SideParts) {
  return (
    <label className="flex min-w-0 cursor-pointer items-baseline gap-2 py-1">
      <input
        type="radio"
        name={`keeps-${of.name}`}
        className="size-4.5 shrink-0 self-center"
        checked={of.keeps === keeps}
        onChange={() => of.choose(keeps)}
      />
      <span className="min-w-0">
        <span className="text-soft">{word}: </span>
        <span className="whitespace-pre-line font-semibold">{text || "nothing"}</span>
      </span>
    </label>
  );
}
