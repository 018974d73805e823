import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { readChain } from "../chain/chain.contract.ts";
import { inWords } from "../score-sheet.rules.ts";

/** What stood in the marks that were typed more than once, by whom and when: nothing that was typed is lost. */
export function ChangedMarks({ of }: { of: Replied<typeof readChain>["changed"] }) {
  if (of.length === 0) return null;
  return (
    <details className="card px-5 py-2">
      <summary className="min-h-11 cursor-pointer py-2.5">
        {asCount(of.length, "mark was", "marks were")} typed more than once: see who typed what
      </summary>
      <ul>
        {of.map(({ student, name, matric, typings }) => (
          <li key={student} className="border-line border-b py-2 last:border-b-0">
            {name} <span className="figures text-small text-soft">{matric}</span>
            <ol className="text-small">
              {typings.map((one) => (
                <li key={`${one.at} ${one.again}`}>
                  <strong className="figures">{inWords(one)}</strong> by {one.by}, {asMinute(one.at)}
                  {one.again && ", the second typing"}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </details>
  );
}
