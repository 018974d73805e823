import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { sendReport } from "#console/export/export.report.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { exportFormFailures, readFormFailures, share } from "./form-failure.contract.ts";
import { countFormFailures } from "./form-failure.count.server.ts";
import { formFailures, readAsked } from "./form-failure.read.server.ts";

export function formFailureCalls(app: FastifyInstance): void {
  countFormFailures(app);

  handle(app, readFormFailures, staff("form-failures"), async ({ who, request }) => {
    requireWholeCollege(who);
    return formFailures(app, await readAsked(app, request.query));
  });

  handle(app, exportFormFailures, staff("form-failures"), async (ask) => {
    requireWholeCollege(ask.who);
    const asked = await readAsked(app, ask.request.query);
    const { failures } = await formFailures(app, asked);
    return sendReport(app, ask, {
      noun: "form_failure",
      name: "Form failures",
      filter: `from ${asDay(asked.from)} to ${asDay(asked.to)}${asked.side && `, forms of: ${asked.side}`}`,
      headings: ["Forms of", "Form", "Field", "Times refused", "Times sent", "Share", "Sentence", "Call"],
      rows: failures.map(({ side, name, label, times, attempts, sentence, call }) => [
        side,
        name,
        label,
        times,
        attempts,
        share(times, attempts),
        sentence,
        call,
      ]),
    });
  });
}
