import type { FastifyInstance } from "fastify";
import { readSetting } from "#college/setting/setting.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { enrollingStaff } from "../permission/permission.server.ts";
import { ownAccount } from "../staff-password/staff-password.own.server.ts";
import { readMe } from "./staff-account.contract.ts";
import { staffAccountOfOthersCalls } from "./staff-account.others.server.ts";

export function staffAccountCalls(app: FastifyInstance): void {
  handle(app, readMe, enrollingStaff, async ({ who }) => {
    const { db } = app.portal;
    const { _id, title, firstname, lastname, emailaddress } = await ownAccount(db, who.staff);
    const { secondFactor, mustEnrol } = who;
    const secondFactorNeeded = (await readSetting(db, "secondFactor")) === "required";
    return {
      _id,
      name: [title, firstname, lastname].filter(Boolean).join(" "),
      emailaddress,
      secondFactor,
      mustEnrol,
      secondFactorNeeded,
    };
  });

  staffAccountOfOthersCalls(app);
}
