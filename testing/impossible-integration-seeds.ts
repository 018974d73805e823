import { without } from "./impossible-student-seeds.ts";

/** How what other systems must never meet could come about, by the name of the check that finds it. */
const HOOK = "01900000-0000-7000-8000-0000000000b0";

export const integrationSeeds: Readonly<Record<string, readonly string[]>> = {
  "api-key-by-one": [
    without("api_key", "api_key_two_people"),
    `insert into portal.api_key (_id, name, scopes, "endsOn", perminute, reason, state, proposedby, decidedby, "decidedAt")
      select gen_random_uuid(), 'Lost', '{offers}', current_date, 60, 'Lost', 'Approved', _id, _id, now() from portal.staff limit 1`,
  ],
  "event-overtaken": [
    `insert into portal.web_hook (_id, name, url, kinds) values ('${HOOK}', 'Lost', 'https://example.com', '{offer.released}')`,
    ...["Waiting", "Delivered"].map(
      (state) => `with told as (insert into portal.web_event (kind, subject, at, data)
          values ('offer.released', 'application:lost', now(), '{}') returning _id, place)
        insert into portal.web_delivery (hook, event, place, kind, subject, state, "deliveredAt")
        select '${HOOK}', _id, place, 'offer.released', 'application:lost', '${state}', now() from told`,
    ),
  ],
};
