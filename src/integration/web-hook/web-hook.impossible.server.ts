import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleWebHooks: readonly Impossible[] = [
  {
    name: "event-overtaken",
    sentence: "No receiver was told of a thing while an earlier event about it waits, but for what is sent again",
    rows: sql`select 'web_delivery:' || d._id as subject from portal.web_delivery d
      where d.state = 'Waiting' and d.attempts = 0 and d."lastAt" is null and exists (
        select from portal.web_delivery later where later.hook = d.hook and later.subject = d.subject and later.place > d.place
          and later.state = 'Delivered')`,
  },
];
