import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { addressTrouble } from "./web-hook.address.server.ts";
import { webDeliveries, webHooks } from "./web-hook.contract.ts";
import { beginAnew, webHookDeeds } from "./web-hook.deeds.server.ts";
import { impossibleWebHooks } from "./web-hook.impossible.server.ts";
import { deliverWebEvents, forgetDelivered, wakeDueHooks } from "./web-hook.job.server.ts";
import { hookTemplates } from "./web-hook.mail.server.ts";

const webHookRules: RecordRules<typeof webHooks> = {
  of: webHooks,
  table: "web_hook",
  within: wholeCollege,
  constraints: { web_hook_name: ["value-taken", "name", "Another receiver has this name already"] },
  instead: "Pause it instead",
  deeds: {
    "web_hook.fail": null,
    "web_hook.in-vain": null,
    "web_hook.make-secret": "Secret made",
    "web_hook.rotate": "New secret made",
    "web_hook.test": "Test event sent",
    "web_hook.tell": "Office told that it does not answer",
    "web_hook.stop": "Left alone after four days",
    "web_hook.resume": "Tried again by hand",
    "web_hook.replay": "Events sent again",
  },
  brings: async ({ trx }, { id, before, form }, { portal: { config } }) => {
    const trouble = form && addressTrouble(config, form.url);
    if (trouble) throw refuseFields("address-not-allowed", { url: trouble });
    const isMoved = before !== null && form !== null && (before.url !== form.url || (form.status && !before.status));
    if (isMoved) await beginAnew(trx, id);
  },
};

const webDeliveryRules: RecordRules<typeof webDeliveries> = {
  of: webDeliveries,
  table: "web_delivery",
  within: wholeCollege,
};

export const webHookNoun: Noun = {
  name: "web-hook",
  templates: hookTemplates,
  calls: webHookDeeds,
  records: [webHookRules],
  listings: [webDeliveryRules],
  jobs: [deliverWebEvents],
  rounds: [wakeDueHooks, forgetDelivered],
  impossible: impossibleWebHooks,
  waiting: [
    {
      right: "web-hooks.change",
      rows: () => sql`select from portal.web_hook where status and standing in ('Not answering', 'Stopped')`,
      one: "A receiver of events does not answer.",
      many: "receivers of events do not answer.",
      deed: "See the receivers",
      link: "/staff/web-hooks",
    },
  ],
};
