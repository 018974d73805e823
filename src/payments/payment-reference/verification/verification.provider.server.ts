import type { FastifyInstance } from "fastify";
import type { Config } from "#platform/config/config.server.ts";
import { type RemitaClient, remitaClient } from "../../remita/remita.server.ts";

const clients = new WeakMap<Config, RemitaClient>();

/** The provider as the configuration names it. One client per process, because it counts failures in a row. */
export function providerClient(app: FastifyInstance): RemitaClient {
  const { config } = app.portal;
  const known = clients.get(config);
  if (known) return known;
  const { notifySecret: _, ...settings } = config.remita;
  const client = remitaClient({ ...settings, log: (line) => app.log.info({ remita: line }, "provider") });
  clients.set(config, client);
  return client;
}
