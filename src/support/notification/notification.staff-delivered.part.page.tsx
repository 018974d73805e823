import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { type Fact, Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { readDelivery } from "./notification.contract.ts";

type Found = Replied<typeof readDelivery>;

/** What became of a notification, in numbers. */
export function Delivered({ of }: { of: Found }) {
  const mayOpenMails = useRight("mails");
  return (
    <section aria-labelledby="delivered" className="card px-5 py-4">
      <h2 id="delivered" className="text-large">
        What became of it
      </h2>
      <Facts list={factsOf(of)} />
      {mayOpenMails && of.mails !== null && of.mails.failed > 0 && (
        <p className="mt-2">
          <Link to="/staff/mails?state=failed" className="link">
            See the mails that failed
          </Link>
        </p>
      )}
    </section>
  );
}

const many = (count: number) => count.toLocaleString("en-NG");

function factsOf({ state, people, counted, read, mails }: Found): Fact[] {
  const reached = `${state === "Waiting" ? "Nobody yet" : state === "Stopped" ? "Nobody" : many(people)} (${many(counted)} when it was written)`;
  return [
    { label: "People", value: reached },
    ...(read === null ? [] : [{ label: "Read on the portal", value: `${many(read)} of ${many(people)}` }]),
    ...(mails === null
      ? []
      : [
          { label: "E-mails sent", value: many(mails.sent) },
          { label: "E-mails that wait", value: many(mails.waiting) },
          { label: "E-mails that failed", value: many(mails.failed) },
          ...(mails.stopped > 0 ? [{ label: "E-mails stopped by the recall", value: many(mails.stopped) }] : []),
        ]),
  ];
}
