import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { intakes } from "./intake.contract.ts";
import { readRules } from "./intake.entry-rules-form.contract.ts";

export function IntakeRules({ intake }: { intake: string }) {
  const read = useRead(readRules, { id: intake });
  const mayChange = useRight("intakes.change");
  return (
    <section aria-labelledby="rules" className="card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="rules" className="text-large">
          Entry rules
        </h2>
        {mayChange && read.data && (
          <Link to={`${intakes.link}/${intake}/rules`} className="button button-quiet">
            {read.data.isSet ? "Edit rules" : "Set rules"}
          </Link>
        )}
      </div>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {({ isSet, words, form }) => (
          <>
            {isSet ? (
              <RulesInWords words={words} />
            ) : (
              <p className="mt-2 text-soft">Nobody has set them yet, so no applicant can be told what is asked for.</p>
            )}
            {isSet && form.note && <p className="mt-2 text-soft">Remark of the registry: {form.note}</p>}
          </>
        )}
      </Read>
    </section>
  );
}

export function RulesInWords({ words }: { words: readonly string[] }) {
  return (
    <ul className="mt-2 grid max-w-prose gap-2">
      {words.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
