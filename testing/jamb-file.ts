import type { Reply } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { ownOrigin, type StaffMember } from "./staff.ts";
import { insist } from "./visitor.ts";

interface JambFile {
  readonly kind: string;
  readonly session: string;
  readonly file: string | Buffer;
  /** Which column is what; else what the portal makes of the headings. */
  readonly map?: object | undefined;
  /** What else stands in the address, such as `partly`. */
  readonly also?: Readonly<Record<string, string>>;
  /** The idempotency key. */
  readonly key?: string;
}

/** Sends a file of JAMB's to be checked, or with its map to be imported. */
export async function sentJambFile(
  portal: TestPortal,
  { cookie }: StaffMember,
  deed: "check" | "import",
  { kind, session, file, map, also, key }: JambFile,
): Promise<Reply> {
  const query = new URLSearchParams({ session, kind, ...(map && { map: JSON.stringify(map) }), ...also });
  const headers = { cookie, origin: ownOrigin(portal), ...(key && { "idempotency-key": key }) };
  return insist(async () => {
    const body = new FormData();
    body.append("file", new Blob([file as never]), "list.csv");
    const reply = await fetch(`${portal.url}/api/staff/ms_jamb_list/${deed}?${query}`, {
      method: "POST",
      headers,
      body,
    });
    return { status: reply.status, body: await reply.json(), headers: reply.headers };
  });
}

/** Imports a file as whoever presses the button twice does: checked, then sent with the map that was made of it. */
export async function sendJambFile(portal: TestPortal, who: StaffMember, wanted: JambFile) {
  const { body } = await sentJambFile(portal, who, "check", wanted);
  return sentJambFile(portal, who, "import", { ...wanted, map: wanted.map ?? body.columns.map });
}
