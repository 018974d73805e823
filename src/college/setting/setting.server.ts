import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { actorName, registryOf, staffNames } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseForm } from "#kit/wire/refusal.server.ts";
import { auditOf } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  changeSetting,
  listSettings,
  type SettingName,
  type SettingValue,
  type ShownSetting,
  settingInWords,
  settings,
} from "./setting.contract.ts";

/** The value in force: the college's own, else the usual one. A stored value that breaks its rule is a fault. */
export async function readSetting<N extends SettingName>(db: Database, name: N): Promise<SettingValue<N>> {
  const stored = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  const { rule, usual } = settings[name];
  return stored ? v.parse(rule, stored.value) : usual;
}

/** The same as a part of a larger query, in JSON. */
export const settingInForce = (name: SettingName): RawBuilder<unknown> =>
  sql`coalesce((select value from portal.setting where name = ${name}), ${JSON.stringify(settings[name].usual)}::jsonb)`;

const names = Object.keys(settings) as SettingName[];
const CHANGES = 10;

/** What the college decides for itself: for whoever may see it, and whoever may change it. */
export function settingCalls(app: FastifyInstance, view: Guard<Officer>, change: Guard<Officer>): void {
  handle(app, listSettings, view, () => Promise.all(names.map((name) => shownSetting(app, name))));

  handle(app, changeSetting, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const name = names.find((known) => known === ask.params.name);
      if (!name) throw notFound();
      const value = checkedValue(name, ask.body.value);
      // Two changes of one setting wait for each other, also the first ones, which have no row to lock.
      await sql`select pg_advisory_xact_lock(hashtext(${`setting ${name}`}))`.execute(trx);
      const before = await readSetting(trx, name);
      const words = settingInWords(name, value);
      if (before === value) throw refuse("already-so", `${settings[name].label} is that already: ${words}`);
      const stored = JSON.stringify(value);
      await trx
        .insertInto("setting")
        .values({ name, value: stored })
        .onConflict((same) => same.column("name").doUpdateSet({ value: stored, updatedAt: sql`now()` }))
        .execute();
      note({ deed: "setting.change", subject: `setting:${name}`, before: { value: before }, after: { value } });
      return { type: "success" as const, message: `${settings[name].label}: ${words}` };
    }),
  );
}

/** The value, if it follows the setting's own rule; else a validator's refusal in its words. */
function checkedValue<N extends SettingName>(name: N, given: unknown): SettingValue<N> {
  const { success, output, issues } = v.safeParse(settings[name].rule, given);
  if (success) return output as SettingValue<N>;
  throw refuseForm("form-invalid", issues[0].message, { value: issues[0].message });
}

async function shownSetting(app: FastifyInstance, name: SettingName): Promise<ShownSetting> {
  const { db } = app.portal;
  const lines = await auditOf(db, `setting:${name}`, CHANGES);
  const staff = await staffNames(db, registryOf(app), lines);
  return {
    name,
    value: await readSetting(db, name),
    usual: settings[name].usual,
    changes: lines.map((line) => ({
      at: line.at,
      who: actorName(line, staff),
      before: settingInWords(name, line.before?.value),
      after: settingInWords(name, line.after?.value),
    })),
  };
}
