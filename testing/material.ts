import { zipSync } from "fflate";
import type { Reply } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { ownOrigin, type StaffMember } from "./staff.ts";
import { granted } from "./walk.ts";

/** Sends one file for a material, as the lecturer's page does. */
export async function sendMaterial(
  portal: TestPortal,
  { cookie }: Pick<StaffMember, "cookie">,
  bytes: Uint8Array,
): Promise<Reply> {
  const form = new FormData();
  form.append("material", new Blob([new Uint8Array(bytes)]), "lecture");
  const response = await fetch(`${portal.url}/api/staff/ms_material/file`, {
    method: "POST",
    headers: { cookie, origin: ownOrigin(portal) },
    body: form,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** The name under which a file was kept. */
export const keptMaterial = async (portal: TestPortal, who: StaffMember, bytes: Uint8Array): Promise<string> =>
  (await granted(sendMaterial(portal, who, bytes))).body.photo.newname;

const text = (written: string) => new TextEncoder().encode(written);

/** A Word document of one line; `more` are further parts by their names. */
export const smallDocument = (more: Readonly<Record<string, string>> = {}): Uint8Array =>
  zipSync({
    "[Content_Types].xml": text(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    "word/document.xml": text("<w:document/>"),
    ...Object.fromEntries(Object.entries(more).map(([name, written]) => [name, text(written)])),
  });
