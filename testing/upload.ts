import type { Person, Reply } from "./applicant.ts";

type Entry = readonly [field: string, content: string | Blob];

/** Sends a multipart form to `uploads` as a browser does. */
export async function sendForm(
  portal: { url: string },
  person: Pick<Person, "token">,
  entries: readonly Entry[],
  headers: Record<string, string> = {},
  name = "file",
): Promise<Reply> {
  const form = new FormData();
  for (const [field, content] of entries) {
    if (typeof content === "string") form.append(field, content);
    else form.append(field, content, name);
  }
  const response = await fetch(`${portal.url}/api/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, ...headers },
    body: form,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Sends one file; what its type is called is always image/jpeg, because nobody believes it. */
export const sendFile = (
  portal: { url: string },
  person: Pick<Person, "token">,
  field: "photo" | "document",
  bytes: Buffer,
  name: string,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  sendForm(portal, person, [[field, new Blob([new Uint8Array(bytes)], { type: "image/jpeg" })]], headers, name);

/** A PDF of one empty page; `extra` stands in its catalogue. */
export const smallPdf = (extra = ""): Buffer =>
  Buffer.from(
    `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R ${extra} >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>
endobj
trailer
<< /Root 1 0 R >>
%%EOF
`,
    "latin1",
  );
