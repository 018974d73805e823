import type { PageKey } from "../src/access/permission/permission.pages.rules.ts";
import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";

/** Who heads the department of this code alone since long ago, with pages that reach it and no other. */
export async function headOf(portal: TestPortal, code: string, pages: readonly PageKey[]): Promise<StaffMember> {
  const { _id } = await portal.db
    .selectFrom("department")
    .select("_id")
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  return heading(portal, _id, pages);
}

/** The same of the department that has a programme, or a class. */
export async function headOver(
  portal: TestPortal,
  table: "programme" | "course_class",
  id: string,
  pages: readonly PageKey[] = ["registrations", "registrations.change"],
): Promise<StaffMember> {
  const { department } = await portal.db
    .selectFrom(table)
    .select("department")
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();
  return heading(portal, department, pages);
}

async function heading(portal: TestPortal, department: string, pages: readonly PageKey[]): Promise<StaffMember> {
  const { db } = portal;
  const head = await staffMember(portal, { pages, scope: "department", department });
  await db.deleteFrom("head_assignment").where("department", "=", department).execute();
  await db
    .insertInto("head_assignment")
    .values({ _id: newId(), staff: head._id, department, start: "2020-01-01" })
    .execute();
  return head;
}
