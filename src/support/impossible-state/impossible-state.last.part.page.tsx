import { Alert } from "#kit/look/alert.web.tsx";
import { asAgo, asMinute } from "#kit/value/dates.rules.ts";
import type { Check } from "./impossible-state.contract.ts";

/** When was looked last, and in a sentence what came of it. */
export function LastLook({ of }: { of: readonly Check[] }) {
  const looked = of.flatMap(({ lookedAt }) => lookedAt ?? []).sort();
  const [first] = looked;
  const last = looked.at(-1);
  const broken = of.filter(({ found }) => found !== null && found > 0).length;
  const unanswered = of.filter(({ trouble }) => trouble !== null).length;
  if (!first || !last)
    return (
      <p className="mb-3 text-soft">Nobody has looked yet. The portal looks every hour, at 13 minutes to the hour.</p>
    );
  const when = `Looked ${asAgo(last)}, ${asMinute(last)}.`;
  if (broken === 0 && unanswered === 0)
    return (
      <div className="mb-3">
        <Alert look="good">
          {`All ${looked.length} rules hold. `}
          {when}
        </Alert>
      </div>
    );
  return (
    <div className="mb-3">
      <Alert look="bad">
        {broken > 0 && `${broken} of ${looked.length} rules ${broken === 1 ? "does" : "do"} not hold. `}
        {unanswered > 0 && `${unanswered} could not be looked at. `}
        {when}
      </Alert>
    </div>
  );
}
