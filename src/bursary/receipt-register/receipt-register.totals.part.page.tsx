import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAsked, withQuery } from "#console/list/list.asked.part.page.tsx";
import { writeQuery } from "#console/list/list.query.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { readReceiptTotals, receipts } from "./receipt-register.contract.ts";

/** What the receipts come to that the list finds; each part is the way to its rows. */
export function ReceiptTotals() {
  const asked = useAsked(receipts);
  const text = writeQuery({ ...asked.query, sort: "", after: "", view: "" });
  const { data } = useQuery({
    queryKey: [readReceiptTotals.path, text],
    queryFn: ({ signal }) => call(withQuery(readReceiptTotals, text), { signal }),
    placeholderData: keepPreviousData,
  });
  if (!data) return <div className="mb-3 h-12" />;
  const { filters } = asked.query;
  return (
    <section aria-label="What these receipts come to" className="mb-3 flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <p role="status">
        <span className="figures font-semibold text-large">{asNaira(data.amount)}</span>{" "}
        <span className="text-soft">
          in {data.count.toLocaleString("en-NG")} {data.count === 1 ? "receipt" : "receipts"}
        </span>
      </p>
      {data.standings.length > 1 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small">
          {data.standings.map(({ standing, count, amount }) => (
            <li key={standing}>
              <Link to={asked.to({ filters: { ...filters, standing } })} className="link">
                {standing}
              </Link>{" "}
              <span className="figures">
                {asNaira(amount)} in {count.toLocaleString("en-NG")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
