import { Facts } from "#kit/look/facts.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { compareRuns } from "./merit-list.calls.contract.ts";

/** What two lists were drawn by otherwise: weights, cut-offs, quotas, seats. */
export function DrawnBy({ found: { drawn, here, there } }: { found: Replied<typeof compareRuns> }) {
  return (
    <section aria-labelledby="drawn-by" className="card px-5 py-4">
      <h2 id="drawn-by" className="text-large">
        How they were drawn
      </h2>
      {drawn.length === 0 ? (
        <p className="mt-1 text-soft">By the same scheme, for the same seats.</p>
      ) : (
        <Facts
          list={drawn.map((one) => ({
            label: one.what,
            value: (
              <>
                <span className="block">
                  <span className="text-soft">{there}:</span> {one.there ?? "nothing said"}
                </span>
                <span className="block">
                  <span className="text-soft">{here}:</span> {one.here ?? "nothing said"}
                </span>
              </>
            ),
          }))}
        />
      )}
    </section>
  );
}
