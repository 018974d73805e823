import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { admittingSessionId, isAdmitting } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { accountNamed, everyAccount } from "#identity/account/account.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { isSignedBy } from "#platform/config/signature.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { enqueueLater } from "#platform/jobs/jobs.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { countMissing, sampleOfMissing } from "./nudge.audience.server.ts";
import { checkNudge, listNudges, runNudge, saveNudge, stopNudges, stopOwnNudges } from "./nudge.contract.ts";
import { NO_REMINDERS, nudgeTemplates, remindDaily, sendNudgesJob, wordsOf } from "./nudge.job.server.ts";
import { type NudgeKind, nudgeKinds, nudges } from "./nudge.rules.ts";

/** 404 for what is no kind. */
function kindOf({ kind: given }: { readonly kind: string }): NudgeKind {
  const kind = nudgeKinds.find((known) => known === given);
  if (!kind) throw notFound();
  return kind;
}

export function nudgeCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const change = staff("nudges.change");

  handle(app, listNudges, staff("nudges"), async ({ who }) => {
    requireWholeCollege(who);
    const { rows } = await sql<{ kind: string; given: number; lastAt: string }>`
      select kind, count(*)::int as given, max("createdAt") as "lastAt" from portal.nudge
      where session = ${admittingSessionId()} group by kind`.execute(db);
    const { rows: now } = await sql<{ open: boolean; stopped: number }>`
      select ${isAdmitting()} as open, (select count(*)::int from portal.nudge_stop) as stopped`.execute(db);
    const kinds = await Promise.all(
      nudgeKinds.map(async (kind) => {
        const counted = rows.find((row) => row.kind === kind);
        return { kind, ...(await wordsOf(db, kind)), given: counted?.given ?? 0, lastAt: counted?.lastAt ?? null };
      }),
    );
    return { open: now[0]?.open ?? false, stopped: now[0]?.stopped ?? 0, kinds };
  });

  handle(app, saveNudge, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const kind = kindOf(ask.params);
      const { version, ...said } = ask.body;
      const { subject, words, days, daily, texts } = said;
      const before = await wordsOf(trx, kind);
      const { rows } = await sql`
        insert into portal.nudge_words as w (kind, subject, words, days, daily, texts)
        select ${kind}, ${subject}, ${words}, ${days}::int, ${daily}::boolean, ${texts}::boolean
          where ${version} = 0 or exists (select from portal.nudge_words where kind = ${kind})
        on conflict (kind) do update set subject = excluded.subject, words = excluded.words, days = excluded.days,
          daily = excluded.daily, texts = excluded.texts, version = w.version + 1, "updatedAt" = now()
          where w.version = ${version} returning kind`.execute(trx);
      if (rows.length === 0)
        throw stale(
          "changed-meanwhile",
          "Somebody has changed this reminder meanwhile. Look at it again; nothing was changed",
        );
      note({ deed: "nudge.change", subject: `nudge:${kind}`, before, after: said });
      return { type: "success" as const, message: `${nudges[kind].name}: saved` };
    }),
  );

  handle(app, checkNudge, staff("nudges"), async ({ who, params }) => {
    requireWholeCollege(who);
    const kind = kindOf(params);
    const { days } = await wordsOf(db, kind);
    const [counts, sample] = await Promise.all([countMissing(db, kind, days), sampleOfMissing(db, kind, days)]);
    const left = [
      { why: "Had this reminder in this session already", count: counts.had },
      { why: "Want no reminders", count: counts.stopped },
      { why: `Missing for fewer than ${asCount(days, "day")}`, count: counts.early },
    ];
    return { count: counts.count, sample, left: left.filter(({ count }) => count > 0) };
  });

  handle(app, runNudge, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const kind = kindOf(ask.params);
      const { days } = await wordsOf(trx, kind);
      const { count: now } = await countMissing(trx, kind, days);
      const { count } = ask.body;
      if (now === 0) throw refuse("nobody-meant", "Nobody would get this reminder now, so there is nothing to send");
      // One in a hundred may come or go while the dry run is read.
      if (Math.abs(now - count) > Math.floor(count / 100))
        throw stale(
          "count-changed",
          `${asCount(now, "person", "people")} would get it now, not ${asFigure(count)}. Make the dry run again`,
        );
      await enqueueLater(trx, sendNudgesJob, { kind }, 0, `nudge ${kind}`);
      note({ deed: "nudge.run", subject: `nudge:${kind}`, after: { count } });
      return { type: "success" as const, message: `On its way to ${asCount(now, "person", "people")}` };
    }),
  );

  handle(app, stopNudges, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const { person, reason } = ask.body;
      const { rows } = await sql<{ applicant: string }>`${accountNamed(person)}`.execute(trx);
      const applicant = rows[0]?.applicant;
      if (!applicant)
        throw refuseFields("person-not-found", {
          person: "Nobody with an account has this JAMB number or e-mail address",
        });
      await stop(trx, applicant, { stoppedby: ask.who.staff, reason });
      note({ deed: "nudge.stop", subject: `applicant:${applicant}`, reason });
      return { type: "success" as const, message: "This person gets no reminders any more" };
    }),
  );

  handle(app, stopOwnNudges, everyone, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const [id = "", signed = ""] = ask.params.token.split(".");
      if (!isId(id) || !isSignedBy(config, { use: NO_REMINDERS, text: id }, signed)) throw notFound();
      await stop(trx, id, { stoppedby: null, reason: null });
      note({ deed: "nudge.stop-own", subject: `applicant:${id}` });
      return { type: "success" as const, message: "You get no reminders any more" };
    }),
  );
}

/** A second time, and for an account that is no more, nothing changes. */
const stop = (trx: Trx, applicant: string, by: { readonly stoppedby: string | null; readonly reason: string | null }) =>
  sql`insert into portal.nudge_stop (applicant, stoppedby, reason)
    select known._id, ${by.stoppedby}::uuid, ${by.reason} from (${everyAccount()}) known where known._id = ${applicant}
    on conflict do nothing`.execute(trx);

const ownNudges: OwnRows = {
  name: "reminders",
  tables: ["nudge", "nudge_stop"],
  rows: (
    owner,
  ) => sql`select jsonb_build_object('kind', kind, 'at', "createdAt") as row from portal.nudge where applicant = ${owner}
    union all select jsonb_build_object('stopped', "createdAt") from portal.nudge_stop where applicant = ${owner}`,
};

export const nudgeNoun: Noun = {
  name: "nudge",
  templates: nudgeTemplates,
  calls: nudgeCalls,
  jobs: [sendNudgesJob],
  rounds: [remindDaily],
  ownRows: [ownNudges],
};
