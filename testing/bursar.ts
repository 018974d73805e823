import type { PageKey } from "../src/access/permission/permission.pages.rules.ts";
import type { Reply } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "./staff.ts";

type FeePage = Extract<PageKey, `${string}-fees` | "tuition-lines" | "fee-schedule" | "other-services">;

/** Somebody of the bursary, who may see and change these pages of the fees. */
export const bursar = (portal: TestPortal, ...pages: FeePage[]): Promise<StaffMember> =>
  staffMember(portal, {
    lastname: "Bursar",
    pages: pages.flatMap((page) => [page, `${page}.change` as PageKey]),
  });

/** The `_id` of a row by its code. */
export const coded = async ({ db }: TestPortal, table: "session" | "programme", code: string): Promise<string> =>
  (await db.selectFrom(table).select("_id").where("code", "=", code).executeTakeFirstOrThrow())._id;

/** Sends a CSV file to the import of a noun; `query` may be `?check=1`. */
export async function importCsv(
  portal: TestPortal,
  { cookie }: StaffMember,
  noun: string,
  csv: string,
  query = "",
): Promise<Pick<Reply, "status" | "body">> {
  const body = new FormData();
  body.append("file", new Blob([csv], { type: "text/csv" }), "fees.csv");
  const headers = { cookie, origin: ownOrigin(portal) };
  const reply = await fetch(`${portal.url}/api/staff/ms_${noun}/import${query}`, { method: "POST", headers, body });
  return { status: reply.status, body: await reply.json() };
}
