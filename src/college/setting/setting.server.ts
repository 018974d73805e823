import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import type { Database } from "#platform/database/connect.server.ts";
import { type SettingName, type SettingValue, settings } from "./setting.contract.ts";

/** The value in force: the college's own, else the usual one. A stored value that breaks its rule is a fault. */
export async function readSetting<N extends SettingName>(db: Database, name: N): Promise<SettingValue<N>> {
  const stored = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  const { rule, usual } = settings[name];
  return stored ? v.parse(rule, stored.value) : usual;
}

/** The same as a part of a larger query, in JSON. */
export const settingInForce = (name: SettingName): RawBuilder<unknown> =>
  sql`coalesce((select value from portal.setting where name = ${name}), ${JSON.stringify(settings[name].usual)}::jsonb)`;
