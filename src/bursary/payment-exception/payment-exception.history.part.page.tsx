import { shortMinute } from "#console/record/record.shown.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { readException } from "./payment-exception.contract.ts";

type Exception = Replied<typeof readException>;

const words = { close: "Settled", reopen: "Opened again" } as const;

/** Who decided what about it, and why. */
export const Decisions = ({ list }: { list: Exception["decisions"] }) => (
  <section aria-labelledby="decisions" className="card px-5 py-3">
    <h2 id="decisions" className="text-large">
      Decisions
    </h2>
    <ol>
      {list.map(({ at, by, deed, reason }) => (
        <li key={at} className="border-line border-b py-2 last:border-b-0">
          <p className="whitespace-pre-line">
            <strong>{words[deed]}</strong>: {reason}
          </p>
          <p className="text-small text-soft">
            {by}, {shortMinute(at)}
          </p>
        </li>
      ))}
    </ol>
  </section>
);

/** What was sent, each time that it was. It proves nothing. */
export const Told = ({ list }: { list: Exception["told"] }) => (
  <section aria-labelledby="told" className="card px-5 py-3">
    <h2 id="told" className="text-large">
      {list.length === 1 ? "What was told" : `Told ${list.length} times`}
    </h2>
    <p className="text-soft">
      {list.map(({ at }) => shortMinute(at)).join("; ")}. Anybody who knows the address could have sent it.
    </p>
    <pre className="mt-2 whitespace-pre-wrap break-words rounded-control bg-sunk p-2 text-small">{list[0]?.item}</pre>
  </section>
);
