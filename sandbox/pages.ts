import { counterPage, counterPayment } from "./counter-page.ts";
import type { Desk } from "./desk.ts";
import type { Answer, Call } from "./http.ts";
import { page } from "./layout.ts";
import { legacyForm } from "./legacy-form.ts";
import { payChoice, payPage } from "./pay-page.ts";

/** What people see of the sandbox. */
export function answerPerson(desk: Desk, call: Call): Answer {
  const form = new URLSearchParams(call.body);
  switch (`${call.method} ${call.path}`) {
    case "GET /":
      return page("Payment sandbox", welcome);
    case "POST /remita/ecomm/finalize.reg":
      return payPage(desk, form);
    case "POST /remita/ecomm/init.reg":
      return legacyForm(desk, form);
    case "POST /sandbox/pay":
      return payChoice(desk, form);
    case "GET /counter":
      return counterPage(desk, call.query.get("rrr"));
    case "POST /counter":
      return counterPayment(desk, form);
    default:
      return page("Not found", `<p>There is no such page.</p>`, "", 404);
  }
}

const welcome = `<p>This program speaks the payment provider's protocol, so that everything can be tried without money.</p><p><a href="/counter">Pay a reference at the bank counter</a></p>`;
