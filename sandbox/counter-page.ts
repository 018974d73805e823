import type { Desk } from "./desk.ts";
import { hindrance } from "./invoice.ts";
import { asNaira, escaped, grouped, page } from "./layout.ts";
import { pay } from "./pay.ts";
import { charge, hidden, summary } from "./summary.ts";

/** A bank's counter, where somebody else pays: the teller types the reference as it is read out. */
export function counterPage({ book }: Desk, typed: string | null) {
  if (typed === null) return page("Bank counter", question("", ""));
  const rrr = digits(typed);
  if (rrr.length !== 12) return page("Bank counter", question(typed, "A reference has 12 digits."));
  const invoice = book.byRrr(rrr);
  if (!invoice) return page("Bank counter", question(typed, "No such reference."));
  const reason = hindrance(invoice, book.now());
  if (reason) return page("Nothing to pay", `${summary(invoice)}<p>${reason}</p>${again}`);
  const when = `<label class="label" for="lag">When does the branch post it?</label><select id="lag" name="lag"><option value="0">At once</option><option value="600">In 10 minutes</option><option value="86400">Tomorrow</option></select>`;
  const form = `<form method="post" action="/counter">${hidden({ rrr })}${when}${charge}<button>Take ${asNaira(invoice.amount)} in cash</button></form>`;
  return page("Bank counter", summary(invoice) + form + again);
}

/** The teller takes the cash. */
export function counterPayment(desk: Desk, form: URLSearchParams) {
  const invoice = desk.book.byRrr(digits(form.get("rrr") ?? ""));
  if (!invoice) return counterPage(desk, form.get("rrr"));
  const lagSeconds = Number(form.get("lag")) || 0;
  const reason = pay(desk, invoice, { channel: "BRANCH", lagSeconds });
  const told = `The reference ${grouped(invoice.rrr)} is paid. ${lagSeconds ? "The branch posts it later." : "You may close this page."}`;
  return page(reason ? "Nothing to pay" : "Paid", `${summary(invoice)}<p role="status">${reason ?? told}</p>${again}`);
}

function question(typed: string, error: string) {
  const refusal = error ? `<p id="error" role="alert">${error}</p>` : "";
  const described = error ? 'aria-invalid="true" aria-describedby="error"' : "";
  return `<form method="get" action="/counter">${refusal}<label class="label" for="rrr">Reference (RRR), 12 digits</label><input class="text" id="rrr" name="rrr" inputmode="numeric" autocomplete="off" required ${described} value="${escaped(typed)}"><button>Find</button></form>`;
}

/** What is left when people's spaces and dashes are taken out; anything else stays and is refused. */
const digits = (typed: string) => {
  const left = typed.replace(/[\s\u2010-\u2015.-]/g, "");
  return /^\d+$/.test(left) ? left : "";
};

const again = `<p><a href="/counter">Another reference</a></p>`;
