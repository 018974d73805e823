import type { Answer } from "../http.ts";

/** A text as the gateway took it. */
export interface TakenText {
  readonly uniqueid: string;
  readonly recipient: string;
  readonly sender: string;
  readonly text: string;
  readonly at: string;
  readonly status: "SENT" | "DELIVERED" | "UNDELIVERED";
}

export interface Phone {
  readonly texts: TakenText[];
  /** What stands on the screens of the phones. */
  readonly arrived: Omit<TakenText, "status">[];
}

/** What the gateway reports of one text by the sender's own id: nothing of one that it never had. */
export const fatesOf = ({ texts }: Phone, uniqueid: string) =>
  texts
    .filter((one) => one.uniqueid === uniqueid)
    .map(({ status, recipient }) => ({ uniqueid, msidn: recipient, status }));

/** What reached the phones, newest first. */
export function phonePage({ arrived }: Phone): Answer {
  const shown = [...arrived]
    .reverse()
    .slice(0, 50)
    .map(
      ({ recipient, sender, text, at }) =>
        `<article><h2>${escaped(sender)} to ${escaped(recipient)}</h2><p>${escaped(text)}</p><p><time>${escaped(at)}</time></p></article>`,
    );
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Phones of this demonstration</title></head><body><h1>Phones of this demonstration</h1>${shown.join("\n") || "<p>No SMS has arrived yet.</p>"}</body></html>`,
  };
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
