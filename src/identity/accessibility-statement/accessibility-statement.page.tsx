import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { localPhone } from "#kit/value/phone.rules.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

/** Of the words below. */
const STATED_ON = "28 November 2026";

/** What every commit is held against, by the portal's own tests. */
const holds: readonly string[] = [
  "Every screen of applicants, students and staff is tried with axe, in light and in dark, against the success criteria of WCAG 2.2 at the levels A and AA that a program can judge.",
  "Everything can be reached and done with a keyboard. Where you are is always shown, and the first press of Tab leads past the menu.",
  "No screen scrolls sideways at 320 pixels, and text may be set to twice its size.",
  "Fields have labels that stay, and a mistake is named beside its field in words that say what to do.",
  "Buttons are large enough for a thumb, and nothing depends on a colour alone.",
  "Nothing moves by itself where your device asks for less motion. What you type is kept when the line breaks or a sign-in ends.",
];

const gaps: readonly string[] = [
  "No person with a disability has been paid to try the whole portal yet, and no outside body has judged it. What a program cannot judge was looked at by the makers alone.",
  "It has been tried with Chromium. Screen readers on phones, such as TalkBack, have not been tried on every screen.",
  "Documents that applicants send are pictures or PDF files as they were scanned: a screen reader does not read them.",
  "Letters and receipts are web pages that you can read aloud, but the PDF that your browser makes of them, and the PDF of a whole file for the office, have no tags.",
  "Dense tables of the office, such as timetables and score sheets, are wider than a phone and scroll inside their own box.",
  "The page on which Remita takes your payment, and the sign-in page of another provider, are theirs and not covered here.",
];

/** `/accessibility`, which anybody may read. */
export function AccessibilityStatementPage() {
  const { office, emailaddress, phonenumber, address, hours } = contact;
  return (
    <article>
      <PageHeading title="Accessibility" subtitle={`As of ${STATED_ON}`} />
      <p className="mt-3">
        The {brand.portal} of {brand.name} is meant for everybody, whatever you see, hear, hold or understand. We aim at
        the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. By our own tests it meets them in part: what is
        still missing stands below.
      </p>
      <Listed title="What holds" list={holds} />
      <Listed title="What is missing" list={gaps} />
      <section className="mt-8">
        <h2 className="text-large">When something keeps you out</h2>
        <p className="mt-3">
          Tell the {office}, and say on which page it is and what you use. We answer within 10 working days. Until it is
          mended the office does with you, on paper or by phone, what the page would have done, and nothing that you do
          so costs more or comes later.
        </p>
        <address className="mt-3 not-italic">
          {office}, {address}
          <br />
          <a href={`mailto:${emailaddress}`} className="link wrap-anywhere">
            {emailaddress}
          </a>
          {phonenumber && `, ${localPhone(phonenumber)}`}
          {hours && (
            <>
              <br />
              {hours}
            </>
          )}
        </address>
        <p className="mt-3">
          If you are not content with our answer you may complain to the National Commission for Persons with
          Disabilities, which watches over the Discrimination Against Persons with Disabilities (Prohibition) Act 2018.
        </p>
      </section>
      <p className="no-print mt-8">
        <Link to="/" className="link py-2.5">
          Sign In
        </Link>
      </p>
    </article>
  );
}

const Listed = ({ title, list }: { title: string; list: readonly string[] }) => (
  <section className="mt-8">
    <h2 className="text-large">{title}</h2>
    <ul className="mt-3 grid list-disc gap-2 pl-5">
      {list.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </section>
);
