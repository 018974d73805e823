import type { Row } from "#console/record/record.contract.ts";
import { asText, shortMinute } from "#console/record/record.shown.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { deskPayments, type PaymentStory } from "./payment-desk.contract.ts";

/** What it is for, who pays, and when it was last heard of. */
export function AboutPayment({ row, story }: { row: Row; story: PaymentStory }) {
  const text = (name: string) => {
    const field = deskPayments.shown.find((one) => one.name === name);
    return field ? asText(field, row[name]) : "";
  };
  const items = story.items.map(({ name, amount }) => `${name} ${asNaira(amount)}`).join(", ");
  return (
    <section aria-label="What it is" className="card px-5 py-2">
      <Facts
        list={[
          { label: "RRR", value: row.rrr ? <strong>{groupedRrr(String(row.rrr))}</strong> : "None yet" },
          { label: "Amount", value: `${text("amount")}${story.items.length > 1 ? `: ${items}` : ""}` },
          { label: "For", value: story.description },
          { label: "What the payer reads", value: `${story.sentence}.` },
          { label: "JAMB number", value: text("jamb") },
          { label: "Phone, e-mail", value: `${localPhone(String(row.payerphone))}, ${String(row.payeremail)}` },
          { label: "Application", value: <Application story={story} code={text("applicationcode")} /> },
          { label: "Made", value: text("createdAt") },
          { label: "Verified", value: text("verifiedAt") || "Not verified" },
          { label: "Last answer", value: row.checkedAt ? asAgo(String(row.checkedAt)) : "None yet" },
          { label: "Asked next", value: nextQuestion(story) },
          { label: "Order number", value: text("orderid") },
        ]}
      />
    </section>
  );
}

function nextQuestion({ asking, nextCheckAt, open }: PaymentStory): string {
  if (asking) return "Being asked now";
  if (!open) return "Not by itself: it is settled";
  return nextCheckAt ? shortMinute(nextCheckAt) : "Not planned";
}

function Application({ story: { application }, code }: { story: PaymentStory; code: string }) {
  const mayOpen = useRight("applications");
  if (!application) return "Not used yet";
  const name = code || "Of this acceptance";
  return mayOpen ? (
    <Link to={`/staff/applications/${application}`} className="link">
      {name}
    </Link>
  ) : (
    name
  );
}
