import { CircleAlert, CircleCheck } from "lucide-react";

interface FindingsParts {
  readonly of: readonly { readonly about: string; readonly met: boolean; readonly sentence: string }[];
}

/** Each thing that is asked for: met, or what is lacking. What is lacking stands first. */
export function Findings({ of }: FindingsParts) {
  const sorted = of.toSorted((one, other) => Number(one.met) - Number(other.met));
  return (
    <ul className="mt-2">
      {sorted.map(({ about, met, sentence }) => (
        <li key={`${about} ${sentence}`} className="flex gap-2.5 border-line border-b py-2 last:border-b-0">
          {met ? (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
          ) : (
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
          )}
          <span className="wrap-anywhere min-w-0">
            <span className="block text-small text-soft">
              {about}
              <span className="sr-only">: {met ? "met" : "lacking"}</span>
            </span>
            {sentence}
          </span>
        </li>
      ))}
    </ul>
  );
}
