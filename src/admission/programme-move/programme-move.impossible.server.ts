import { sql } from "kysely";
import { everyMove } from "#applications/application/application.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleProgrammeMoves: readonly Impossible[] = [
  {
    name: "moved-without-consent",
    sentence:
      "An application goes to another programme with its applicant's consent, or because he or she asked for it",
    rows: sql`select 'application:' || m.application as subject from ${everyMove()} m
      where m.why <> 'Choice' and not exists (select from portal.programme_move w
        where w.application = m.application and w.programme = m.programme and w.fromprogramme = m.fromprogramme
          and w.state = 'Moved' and (m.why = 'Change') = (w.askedby is null))`,
  },
  {
    name: "agreed-too-late",
    sentence: "Nobody goes to a programme that was offered until a day by an answer after that day",
    rows: sql`select 'programme_move:' || _id as subject from portal.programme_move
      where state = 'Moved' and askedby is not null and ("answeredAt" at time zone 'Africa/Lagos')::date > answerby`,
  },
];
