import { Alert } from "#kit/look/alert.web.tsx";
import type { Copied } from "./programme-copy.contract.ts";

/** What a copy would do, programme by programme; what hinders it first. */
export function CopyReport({ of, things }: { of: readonly Copied[]; things: string }) {
  const wrong = of.filter((one) => one.wrong !== null);
  const moving = of.filter(({ added, changed }) => added + changed > 0);
  return (
    <section aria-label="What would be copied" className="grid gap-3">
      {wrong.length > 0 ? (
        <Alert
          look="bad"
          title={`${wrong.length} of ${of.length} programmes cannot take these ${things}, so none is copied`}
        >
          <ul className="mt-1 grid gap-1">
            {[...Map.groupBy(wrong, ({ wrong: why }) => why)].map(([why, alike]) => (
              <li key={why}>
                {why}. <strong>{alike.map(({ programme }) => programme.label).join(", ")}</strong>
              </li>
            ))}
          </ul>
        </Alert>
      ) : moving.length === 0 ? (
        <Alert look="info">
          All of these programmes have these {things} already, exactly so. There is nothing to copy.
        </Alert>
      ) : (
        <Alert look="good">Nothing is copied yet. These programmes would change:</Alert>
      )}
      {wrong.length === 0 && moving.length > 0 && (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line">
          {moving.map((one) => (
            <li key={one.programme._id} className="flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
              <span>{one.programme.label}</span>
              <span className="figures text-soft">{saidOf(one)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const saidOf = ({ added, changed, others }: Copied): string =>
  [
    added > 0 && `${added} added`,
    changed > 0 && `${changed} changed`,
    others > 0 && `${others} further ${others === 1 ? "one stays" : "ones stay"}`,
  ]
    .filter(Boolean)
    .join(", ");
