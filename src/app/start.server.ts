/** The program of `npm start`: everything in its order, and back again. */
import { type Config, readConfig } from "#platform/config/config.server.ts";
import { StartRefusal } from "#platform/config/start-refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { openMigrated } from "./server/database.server.ts";
import { endWhenTold, openEnding } from "./server/ending.server.ts";
import { listen, localUrl, refuseTakenPort } from "./server/listen.server.ts";
import { buildPortal } from "./server/portal.server.ts";
import { type Sandbox, startSandbox } from "./server/sandbox.server.ts";

const ending = openEnding();
endWhenTold(ending);
try {
  await start(readConfig(process.env));
} catch (fault) {
  process.stderr.write(`${fault instanceof StartRefusal ? fault.message : ((fault as Error).stack ?? fault)}\n`);
  await ending.end(1);
}

async function start(config: Config): Promise<void> {
  await refuseTakenPort(config);
  const name = `portal:${newId()}`;
  const { pool, news, ...others } = await openMigrated(config, name, ending);
  const sandbox = config.remita.url ? undefined : await startSandbox(config, localUrl(config));
  if (sandbox) ending.remember(sandbox.stop);
  const url = sandbox?.url ?? config.remita.url;
  const app = await buildPortal({ ...config, remita: { ...config.remita, url } }, pool, name, others);
  ending.remember(() => app.drain(config.drainSeconds));
  await listen(app, config);
  sayAddresses(config, sandbox, news);
}

function sayAddresses(config: Config, sandbox: Sandbox | undefined, news: readonly string[]): void {
  const lines = [
    `The portal is ready:  ${config.publicUrl}`,
    `The students' area:   ${config.publicUrl}/student`,
    `The office:           ${config.publicUrl}/staff`,
  ];
  if (!config.smtpUrl) lines.push(`Mails that it wrote:  ${config.publicUrl}/mail`);
  if (sandbox) lines.push(`Pay a reference:      ${sandbox.url}`);
  lines.push(...news);
  process.stdout.write(`${lines.join("\n")}\n`);
}
