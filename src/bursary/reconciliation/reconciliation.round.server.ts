import { enqueueLater, type Round } from "#platform/jobs.server.ts";
import { perform, portalItself } from "#platform/perform.server.ts";
import { reconcileJob, stepKey } from "./reconciliation.job.server.ts";
import { openRun, runningOne } from "./reconciliation.open.server.ts";

/** At two in the morning in Lagos: begins a run, or goes on with one that lost its job. */
export const reconcileByNight: Round = {
  name: "reconcile-by-night",
  cron: "0 1 * * *",
  async run({ portal: { db } }) {
    await perform(db, portalItself, async (work) => {
      const running = await runningOne(work.trx);
      if (!running) return openRun(work, { askedby: null, since: null });
      await enqueueLater(work.trx, reconcileJob, { run: running._id }, 0, stepKey(running._id));
      work.note({ deed: "reconciliation.go-on", subject: `reconciliation:${running._id}` });
      return running._id;
    });
  },
};
