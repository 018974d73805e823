import { localPhone } from "#kit/value/phone.rules.ts";
import { contact } from "./brand.rules.ts";

export function OfficeContact({ className }: { className: string }) {
  return (
    <address className={`wrap-anywhere text-small not-italic ${className}`}>
      {contact.office}, {contact.hours}
      <br />
      <a href={`tel:+${contact.phonenumber}`} className="link inline-block py-2">
        {localPhone(contact.phonenumber)}
      </a>
      <br />
      <a href={`mailto:${contact.emailaddress}`} className="link inline-block py-2">
        {contact.emailaddress}
      </a>
    </address>
  );
}
