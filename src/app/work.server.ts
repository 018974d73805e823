import type { AnyJob, Round } from "#platform/jobs.server.ts";
import { sendMailJob } from "#platform/mail/send-mail.job.server.ts";
import { sweeping } from "#platform/sweep.job.server.ts";

/** Every job of every noun. A noun's job is added here, one line each. */
export const allJobs: readonly AnyJob[] = [sendMailJob];

/** All work by the clock. */
export const allRounds: readonly Round[] = [sweeping];
