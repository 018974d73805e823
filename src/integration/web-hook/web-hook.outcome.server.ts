import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { holdersOf } from "#access/permission/permission.server.ts";
import { writeStaffMail } from "#access/staff-mail/staff-mail.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { hookMail, type Told } from "./web-hook.mail.server.ts";
import type { PostOutcome } from "./web-hook.post.server.ts";
import { MOST_FAILURES, PATIENCE_HOURS, pauseAfter, TOLD_AFTER_HOURS } from "./web-hook.rules.ts";

interface Sent {
  readonly hook: string;
  readonly delivery: string;
}

/** Writes down what became of a try, and what follows from it for the receiver: the office is told in the same transaction. */
export const keepOutcome = (app: FastifyInstance, sent: Sent, outcome: PostOutcome): Promise<void> =>
  outcome.trouble === "" ? keepDelivered(app, sent, outcome) : keepFailed(app, sent, outcome);

interface Hook {
  readonly name: string;
  readonly standing: string;
  readonly failures: number;
  readonly attempts: number;
  readonly kind: string;
  readonly subject: string;
  readonly isTold: boolean;
  readonly isLong: boolean;
  readonly isTooLong: boolean;
  /** That this one event is not taken. */
  readonly isHopeless: boolean;
}

async function lockedHook(trx: Trx, { hook, delivery }: Sent): Promise<Hook | undefined> {
  const { rows } = await sql<Hook>`select h.name, h.standing, h.failures, d.attempts, d.kind, d.subject,
      h."toldAt" is not null as "isTold",
      coalesce(h.failingsince < now() - make_interval(hours => ${TOLD_AFTER_HOURS}), false) as "isLong",
      coalesce(h.failingsince < now() - make_interval(hours => ${PATIENCE_HOURS}), false) as "isTooLong",
      coalesce(d."failedAt" < now() - make_interval(hours => ${PATIENCE_HOURS}), false) as "isHopeless"
    from portal.web_hook h join portal.web_delivery d on d.hook = h._id
    where h._id = ${hook} and d._id = ${delivery} and d.state = 'Waiting' for update of h, d`.execute(trx);
  return rows[0];
}

async function keepDelivered(app: FastifyInstance, sent: Sent, { status, took, answer }: PostOutcome): Promise<void> {
  const { db } = app.portal;
  await db.transaction().execute(async (trx) => {
    const before = await lockedHook(trx, sent);
    if (!before) return;
    await sql`update portal.web_delivery set state = 'Delivered', attempts = attempts + 1, answered = ${status}, took = ${took},
        answer = ${answer}, trouble = null, "lastAt" = now(), "deliveredAt" = now(), "nextAt" = null, "failedAt" = null
      where _id = ${sent.delivery}`.execute(trx);
    await sql`update portal.web_hook set standing = 'Working', failures = 0, failingsince = null, "toldAt" = null,
        "nextAt" = null, "deliveredAt" = now() where _id = ${sent.hook}`.execute(trx);
    // What waited because nobody answered goes at once.
    if (before.failures > 0)
      await sql`update portal.web_delivery set "nextAt" = null where hook = ${sent.hook} and state = 'Waiting'`.execute(
        trx,
      );
    if (before.isTold) await postToOffice(app, trx, before.name, { what: "answers" });
  });
}

async function keepFailed(app: FastifyInstance, sent: Sent, outcome: PostOutcome): Promise<void> {
  await perform(app.portal.db, portalItself, async (work) => {
    const before = await lockedHook(work.trx, sent);
    // It was replayed or set aside meanwhile: a line says that the try was in vain.
    if (!before) return work.note({ deed: "web_hook.in-vain", subject: `web_hook:${sent.hook}` });
    const { status, took, answer, trouble } = outcome;
    const isSilent = status === 0 || status >= 500 || status === 429 || status === 408;
    const failures = before.failures + 1;
    const isResting = isSilent || failures >= MOST_FAILURES;
    const wait = pauseAfter(before.attempts + 1, Math.random());
    await sql`update portal.web_delivery set attempts = attempts + 1, answered = ${status || null}, took = ${took},
        answer = ${answer}, trouble = ${trouble}, "lastAt" = now(), "failedAt" = coalesce("failedAt", now()),
        "nextAt" = now() + make_interval(secs => ${wait}::float8) where _id = ${sent.delivery}`.execute(work.trx);
    await sql`update portal.web_hook set failures = ${failures}, failingsince = coalesce(failingsince, now()),
        standing = ${isResting ? "Not answering" : before.standing},
        "nextAt" = case when ${isResting} then now() + make_interval(secs => ${pauseAfter(failures, Math.random())}::float8) end
      where _id = ${sent.hook}`.execute(work.trx);
    work.note({
      deed: "web_hook.fail",
      subject: `web_hook:${sent.hook}`,
      after: { event: before.kind, about: before.subject, answered: status, trouble, failures },
    });
    await follow(app, work, sent, { ...before, isResting, trouble });
  });
}

/** What a failure leads to once it has lasted: the office is told, and in the end the receiver or the one event is left alone. */
async function follow(
  app: FastifyInstance,
  { trx, note }: Work,
  { hook, delivery }: Sent,
  of: Hook & { readonly isResting: boolean; readonly trouble: string },
): Promise<void> {
  const { name, trouble } = of;
  const subject = `web_hook:${hook}`;
  if (of.isResting && of.isTooLong) {
    await sql`update portal.web_hook set standing = 'Stopped', "toldAt" = now() where _id = ${hook}`.execute(trx);
    note({ deed: "web_hook.stop", subject, before: { standing: of.standing }, after: { standing: "Stopped" } });
    return postToOffice(app, trx, name, { what: "stopped", trouble });
  }
  if (of.isResting && of.isLong && !of.isTold) {
    await sql`update portal.web_hook set "toldAt" = now() where _id = ${hook}`.execute(trx);
    note({ deed: "web_hook.tell", subject, after: { trouble } });
    return postToOffice(app, trx, name, { what: "silent", trouble });
  }
  if (of.isResting || !of.isHopeless) return;
  await sql`update portal.web_delivery set state = 'Set aside', "nextAt" = null where _id = ${delivery}`.execute(trx);
  note({ deed: "web_delivery.set-aside", subject: `web_delivery:${delivery}`, after: { state: "Set aside" } });
  await postToOffice(app, trx, name, { what: "not-taken", trouble, event: `${of.kind} (${of.subject})` });
}

async function postToOffice(
  { portal: { config } }: FastifyInstance,
  trx: Trx,
  name: string,
  told: Told,
): Promise<void> {
  for (const who of await holdersOf(trx, "web-hooks.change"))
    await writeStaffMail(trx, "hook-trouble", hookMail(config, { ...who, name }, told));
}
