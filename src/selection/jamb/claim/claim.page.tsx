import type { ReactNode } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { BirthDateBoxes } from "#kit/field/date-boxes.web.tsx";
import { CodeField, DigitsField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { claimForm, claimJamb, type OwnClaim, readOwnClaim, type Secret, type ToldByJamb } from "./claim.contract.ts";

/** `/app/jamb`: what JAMB has of the applicant, claimed by one secret; and below it whatever else happens outside. */
export function JambPage({ children }: { children: ReactNode }) {
  const read = useRead(readOwnClaim);
  return (
    <>
      <PageHeading
        title="JAMB and CAPS"
        subtitle="What JAMB has of you, and what you do with JAMB, outside this portal, to be admitted"
      />
      <div className="grid max-w-3xl gap-6">
        <Read from={read} waiting={<CardBones />}>
          {(of) => <Claim of={of} />}
        </Read>
        {children}
      </div>
    </>
  );
}

function Claim({ of: { session, asks, jamb, until, claim } }: { of: OwnClaim }) {
  if (claim) return <Told of={claim} />;
  if (!session || !asks)
    return (
      <Alert look="info" title="JAMB's list has not come yet">
        <p>
          When JAMB has sent its list to the college, you claim your row here, and what JAMB has of you is filled in. Go
          on with the rest: you lose nothing by waiting.
        </p>
      </Alert>
    );
  if (until)
    return (
      <Alert look="warn" title="There were too many wrong answers">
        <p>
          You can try again on {asMinute(until)}. If you need it sooner, go to the {contact.office} with your JAMB slip.
        </p>
      </Alert>
    );
  return <ClaimForm asks={asks} jamb={jamb} />;
}

function ClaimForm({ asks, jamb }: { asks: Secret; jamb: string }) {
  const reread = useReread();
  const sheet = useSheet(claimForm, { jamb, secret: "" });
  const secret = { ...sheet.field("secret"), label: asks };
  return (
    <Card title="Claim your row of JAMB's list">
      <p className="max-w-prose">
        JAMB has sent its list to the college. Say who you are, as JAMB knows you, and your names and results are filled
        in. You have three tries.
      </p>
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => call(claimJamb, { body, attempt })}
        done={() => reread()}
        submit="This is me"
      >
        <CodeField {...sheet.field("jamb")} hint="As it stands on your JAMB slip" />
        {asks === "Date of birth" ? (
          <BirthDateBoxes {...secret} />
        ) : (
          <DigitsField {...secret} hint="Your total of 400, as JAMB told you" />
        )}
      </Form>
    </Card>
  );
}

function Told({ of }: { of: ToldByJamb }) {
  const { jamb, name, gender, stateoforigin, lgaoforigin, course, subjects, utme } = of;
  return (
    <Card title="What JAMB has of you">
      <p className="text-small text-soft">
        You claimed it on {asDay(of.at)}. It is filled in for you, and is not changed by typing.
      </p>
      <Facts
        list={[
          { label: "JAMB number", value: jamb },
          { label: "Name", value: name },
          { label: "Sex", value: gender },
          { label: "Origin", value: [lgaoforigin, stateoforigin].filter(Boolean).join(", ") },
          { label: "Course", value: course },
          { label: "UTME subjects", value: subjects },
          { label: "UTME score", value: utme === null ? "Not out yet" : `${utme} of 400` },
        ]}
      />
      <Wrong of={of} />
      <Disputed of={of} />
    </Card>
  );
}

/** The ways to say what is wrong; the course is JAMB's to change. */
const Wrong = ({ of: { _id, disputable } }: { of: ToldByJamb }) => (
  <details>
    <summary className="link cursor-pointer py-2">Something of this is wrong</summary>
    <ul className="mt-2 grid gap-1">
      {disputable.map(({ kind, name }) => (
        <li key={kind}>
          <Link to={`/app/corrections?record=${_id}&what=${kind}`} className="link inline-block py-2">
            {name}: say what is right
          </Link>
        </li>
      ))}
    </ul>
    <p className="mt-2 max-w-prose">
      You send a paper that shows it, the office decides, and you get a mail. A wrong course you change on JAMB's own
      portal. What you have submitted already you correct under{" "}
      <Link to="/app/corrections" className="link">
        Corrections
      </Link>
      .
    </p>
  </details>
);

function Disputed({ of: { disputed } }: { of: ToldByJamb }) {
  if (disputed.length === 0) return null;
  return (
    <section aria-labelledby="disputed">
      <h3 id="disputed" className="font-semibold">
        What you said is wrong
      </h3>
      <ul className="grid gap-1">
        {disputed.map(({ _id, about, newvalue, state, decision }) => (
          <li key={_id} className="wrap-anywhere">
            {about}: {newvalue}. <strong>{state === "Waiting" ? "Waits for a decision" : state}</strong>
            {decision && `. The office wrote: ${decision}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
