import { WordBadge } from "#kit/look/badge.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { OwnClearance, OwnClearanceLine } from "./clearance.own.contract.ts";
import { type ClearanceState, clearanceLooks, isInTheWay } from "./clearance.rules.ts";

/** The list of each place that somebody has accepted. */
export const ClearancePlaces = ({ of }: { of: readonly OwnClearance[] }) => (
  <div className="grid gap-8">
    {of.map((place) => (
      <Place key={place.application} of={place} />
    ))}
  </div>
);

function Place({ of }: { of: OwnClearance }) {
  const { programme, session, code, lines } = of;
  return (
    <section aria-label={programme} className="grid gap-4">
      <div>
        <h2 className="text-large">{programme}</h2>
        <p className="figures text-small text-soft">
          {session}, {code}
        </p>
      </div>
      {lines.length === 0 ? (
        <p>The college has not said yet what you show. You get a mail when an office looks at your papers.</p>
      ) : (
        <ClearanceList of={of} />
      )}
    </section>
  );
}

/** What one still shows, office by office so that nobody goes to one twice, and what is done already. */
function ClearanceList({ of: { lines } }: { of: Pick<OwnClearance, "lines"> }) {
  const open = lines.filter(({ state }) => isInTheWay(state));
  const over = lines.filter(({ state }) => !isInTheWay(state));
  const offices = [...Map.groupBy(open, ({ office, whereto }) => `${office}\n${whereto}`)];
  return (
    <div className="grid max-w-3xl gap-4">
      <Progress
        label={
          open.length === 0
            ? "Everything is done"
            : `${over.length} of ${asCount(lines.length, "item")} done, ${asCount(offices.length, "office")} to go to`
        }
        value={over.length}
        most={Math.max(lines.length, 1)}
      />
      {offices.map(([key, asked]) => (
        <Office key={key} asked={asked} />
      ))}
      {over.length > 0 && (
        <section aria-labelledby="done" className="card p-5">
          <h3 id="done" className="text-large">
            Done
          </h3>
          <ul>
            {over.map(({ label, state, reason, at }) => (
              <li key={label} className="border-line border-b py-2.5 last:border-b-0">
                <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  {label}
                  <WordBadge look={clearanceLooks[state]} word={words[state]} />
                </p>
                {at && <p className="text-small text-soft">{asDay(at)}</p>}
                {reason && <p className="wrap-anywhere text-small">{reason}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const words: Readonly<Record<ClearanceState, string>> = {
  Open: "To show",
  Refused: "Refused",
  Cleared: "Cleared",
  Waived: "Not needed from you",
};

/** One office: where it is, and what to bring there. */
function Office({ asked }: { asked: readonly OwnClearanceLine[] }) {
  const [first] = asked;
  if (!first) return null;
  const isRefused = asked.some(({ state }) => state === "Refused");
  return (
    <section aria-label={first.office} className={`card p-5 ${isRefused ? "border-l-4 border-l-bad" : ""}`}>
      <h3 className="text-large">{first.office}</h3>
      <p className="mt-1 whitespace-pre-line">{first.whereto}</p>
      <ul className="mt-3">
        {asked.map(({ label, bring, state, reason }) => (
          <li key={label} className="border-line border-t py-2.5">
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <strong>{label}</strong>
              {state === "Refused" && <WordBadge look={clearanceLooks[state]} word={words[state]} />}
            </p>
            {reason && (
              <p className="wrap-anywhere mt-1 whitespace-pre-line">
                {state === "Refused" ? "The office wrote: " : "Open again: "}
                {reason}
              </p>
            )}
            <p className="mt-1 text-soft">
              <span className="text-ink">Bring:</span> {bring}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
