import { useRead } from "#kit/call/read.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readDataOfficer } from "./privacy-notice.contract.ts";
import { PRIVACY_VERSION } from "./privacy-notice.rules.ts";
import { privacyNotice } from "./privacy-notice.words.rules.ts";

/** `/privacy`, which anybody may read. */
export function PrivacyNoticePage() {
  return (
    <article>
      <PageHeading title="Privacy notice" subtitle={`Version ${PRIVACY_VERSION}`} />
      {privacyNotice().map(({ title, paragraphs }) => (
        <section key={title} className="mt-8">
          <h2 className="text-large">{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <Officer />
      <p className="no-print mt-8 flex flex-wrap gap-x-6">
        <Link to="/account" className="link py-2.5">
          Create Account
        </Link>
        <Link to="/" className="link py-2.5">
          Sign In
        </Link>
      </p>
    </article>
  );
}

/** Whom people ask about their data, where the college has named somebody. The notice stands without it. */
function Officer() {
  const { data } = useRead(readDataOfficer);
  if (!data?.officer) return null;
  return (
    <section aria-labelledby="officer" className="mt-8">
      <h2 id="officer" className="text-large">
        Data protection officer
      </h2>
      <p className="mt-3 whitespace-pre-line">{data.officer}</p>
    </section>
  );
}
