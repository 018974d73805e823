import type { FastifyInstance } from "fastify";
import { handle } from "#kit/handle.server.ts";
import { enrollingStaff } from "../permission/permission.server.ts";
import { ownAccount } from "../staff-password/staff-password.own.server.ts";
import { readMe } from "./staff-account.contract.ts";
import { staffAccountOfOthersCalls } from "./staff-account.others.server.ts";

export function staffAccountCalls(app: FastifyInstance): void {
  handle(app, readMe, enrollingStaff, async ({ who }) => {
    const { _id, firstname, lastname, emailaddress } = await ownAccount(app.portal.db, who.staff);
    const { secondFactor, mustEnrol } = who;
    return { _id, name: `${firstname} ${lastname}`, emailaddress, secondFactor, mustEnrol };
  });

  staffAccountOfOthersCalls(app);
}
