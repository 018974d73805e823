import { PageHeading } from "#kit/heading.web.tsx";
import { contact } from "#reference/brand/brand.contract.ts";

/** A plain link, so that it works before any script does. */
export function NotFoundPage() {
  return (
    <>
      <PageHeading title="Page not found" subtitle="Sorry, this page could not be found." />
      <p>
        If you typed the address, check that it is right. You can also{" "}
        <a href="/" className="link">
          go to the first page
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
