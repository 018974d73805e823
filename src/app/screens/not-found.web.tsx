import { PageHeading } from "#kit/page/heading.web.tsx";
import { contact } from "#reference/brand/brand.rules.ts";

/** `home` is where its reader begins: opening the sign-in page would sign an applicant out. A plain link, so that it works before any script does. */
export function NotFoundPage({ home, called }: { home: string; called: string }) {
  return (
    <>
      <PageHeading title="Page not found" subtitle="Sorry, this page could not be found." />
      <p>
        If you typed the address, check that it is right. You can also{" "}
        <a href={home} className="link">
          go to {called}
        </a>{" "}
        or write to{" "}
        <a href={`mailto:${contact.emailaddress}`} className="link">
          {contact.emailaddress}
        </a>
        .
      </p>
    </>
  );
}
