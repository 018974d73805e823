import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { deskStateWords, surplusWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { AboutPayment } from "./payment-correction.contract.ts";

export function PaymentFacts({ of }: { of: AboutPayment }) {
  const mayOpen = useRight("payments");
  const name = of.rrr ? groupedRrr(of.rrr) : "Without an RRR";
  const standing = of.surplus
    ? `${deskStateWords[of.state]}, ${surplusWords[of.surplus].toLowerCase()}`
    : deskStateWords[of.state];
  return (
    <section aria-labelledby="the-payment" className="card px-5 pt-4 pb-2">
      <h2 id="the-payment" className="text-large">
        The payment now
      </h2>
      <Facts
        list={[
          {
            label: "RRR",
            value: mayOpen ? (
              <Link to={`/staff/payments/${of._id}`} className="link">
                {name}
              </Link>
            ) : (
              name
            ),
          },
          { label: "Payer", value: `${of.payername}, ${of.jamb}` },
          { label: "For", value: of.description },
          { label: "Asked for", value: asNaira(of.amount) },
          { label: "Made", value: shortMinute(of.createdAt) },
          ...(of.came === null ? [] : [{ label: "The provider says came", value: asNaira(of.came) }]),
          ...(of.owed > 0 ? [{ label: "Owed to the payer", value: asNaira(of.owed) }] : []),
          { label: "State", value: standing },
        ]}
      />
    </section>
  );
}
