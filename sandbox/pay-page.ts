import type { Desk } from "./desk.ts";
import { finalizeHash, same } from "./hashes.ts";
import { type Answer, redirect } from "./http.ts";
import { channels, hindrance, type Invoice, isChannel } from "./invoice.ts";
import { asNaira, escaped, page } from "./layout.ts";
import { pay, turn } from "./pay.ts";
import { charge, hidden, summary } from "./summary.ts";

const hints = {
  CARDPAYMENT: "Pays with the test card 5178 6810 0000 0002. Type no card of your own anywhere.",
  INTERNETBANKING: "As if you had signed in at your bank.",
  USSD: "As if you had dialled your bank's code and typed the reference.",
  BANKTRANSFER: "As if you had sent it from your bank's app.",
  BRANCH: "Take the reference to a bank; somebody pays it at the counter.",
} as const;

/** The pay page for one reference, opened by the merchant's form. The form's hash opens this reference only. */
export function payPage({ settings, book }: Desk, form: URLSearchParams): Answer {
  const field = (name: string) => form.get(name)?.trim() ?? "";
  const [rrr, hash, responseurl] = [field("rrr"), field("hash"), field("responseurl")];
  if (field("merchantId") !== settings.merchantId) return refused("023", "The merchant is not known.");
  if (!same(hash, finalizeHash(settings, rrr))) return refused("013", "The hash of the form does not match.");
  const invoice = book.byRrr(rrr);
  if (!invoice) return refused("022", "The reference is not known.");
  const back = returnAddress(responseurl, invoice);
  if (!back) return refused("092", "The form has no address to return to.");
  const reason = hindrance(invoice, book.now());
  if (reason) return page("Nothing to pay", `${summary(invoice)}<p>${reason}</p>${backLink(back)}`);
  return page(
    "Pay this reference",
    summary(invoice) + choiceForm(invoice, { rrr, hash, responseurl }),
    new URL(back).origin,
  );
}

function choiceForm(invoice: Invoice, fields: Record<string, string>) {
  const choices = Object.entries(channels).map(
    ([channel, name], at) =>
      `<label class="choice"><input type="radio" name="channel" value="${channel}" ${at === 0 ? "checked" : ""}><span>${name}<span class="hint">${hints[channel as keyof typeof hints]}</span></span></label>`,
  );
  return `<form method="post" action="/sandbox/pay">${hidden(fields)}<fieldset><legend>How do you pay?</legend>${choices.join("")}</fieldset>${charge}<button name="deed" value="pay">Continue with ${asNaira(invoice.amount)}</button><button class="quiet" name="deed" value="abort">Cancel and go back</button></form>`;
}

/** The payer's choice. Pays at once and goes back to the merchant; a branch only gets its slip. */
export function payChoice(desk: Desk, form: URLSearchParams): Answer {
  const rrr = form.get("rrr") ?? "";
  const invoice = desk.book.byRrr(rrr);
  const known = same(form.get("hash") ?? "", finalizeHash(desk.settings, rrr));
  const back = invoice && known ? returnAddress(form.get("responseurl") ?? "", invoice) : null;
  if (!invoice || !back) return refused("013", "The hash of the form does not match.");
  const channel = form.get("channel");
  if (form.get("deed") === "abort") turn(desk, invoice, "ABORTED");
  else if (channel === "BRANCH") return branchSlip(invoice, back);
  else if (isChannel(channel)) pay(desk, invoice, { channel });
  else return refused("039", "Choose how you pay.");
  return redirect(303, back);
}

function branchSlip(invoice: Invoice, back: string) {
  const counter = `<p>Nothing is paid yet. At any bank branch, give the teller this reference and the money.</p><p><a href="/counter?rrr=${invoice.rrr}">Go to the bank counter</a></p>`;
  return page("Take this to a bank", summary(invoice) + counter + backLink(back));
}

/** The merchant's address with the reference and the order added, as the provider returns; null when it is no address. */
function returnAddress(responseurl: string, invoice: Invoice) {
  if (!URL.canParse(responseurl)) return null;
  const url = new URL(responseurl);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  url.searchParams.set("RRR", invoice.rrr);
  url.searchParams.set("orderID", invoice.orderId);
  return url.href;
}

const backLink = (back: string) => `<p><a href="${escaped(back)}">Back to where you came from</a></p>`;

function refused(code: string, sentence: string) {
  return page("This cannot be paid", `<p>${sentence}</p><p class="hint">Code ${code}</p>`, "", 400);
}
