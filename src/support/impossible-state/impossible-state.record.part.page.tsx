import type { PageKey } from "#access/page/pages.contract.ts";

const pages: Readonly<Record<string, readonly [page: PageKey, link: string]>> = {
  applicant: ["help-desk", "/staff/help-desk"],
  application: ["applications", "/staff/applications"],
  review: ["applications", "/staff/applications"],
  payment: ["payments", "/staff/payments"],
  outgoing_mail: ["mails", "/staff/mails"],
  user_group: ["user-groups", "/staff/user-groups"],
};

/** The screen of what a subject names, `application:0190…`, and the right that opens it. */
export function recordOf(subject: string): { readonly page: PageKey; readonly link: string } | undefined {
  const [noun = "", id = ""] = subject.split(":");
  const known = pages[noun];
  return known && /^[0-9a-f-]{36}$/.test(id) ? { page: known[0], link: `${known[1]}/${id}` } : undefined;
}
