import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { filedName } from "#identity/account/account.rules.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Breakable, Facts } from "#kit/look/facts.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asAgo, asDay, asMinute } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { HelpedPerson } from "./help-desk.contract.ts";
import { HelpDeeds } from "./help-desk.deeds.part.page.tsx";
import {
  PersonApplications,
  PersonMails,
  PersonPart,
  PersonPayments,
  PersonProgress,
} from "./help-desk.standing.part.page.tsx";

/** Everything about one applicant on one page: who, how far, what was paid, what was written, and what can be done. */
export function PersonFound({ of }: { of: HelpedPerson }) {
  const { verifiedAt } = of.account;
  const mayHelp = useRight("help-desk.change");
  return (
    <>
      <ConsoleHeading
        title={filedName(of.account)}
        note={verifiedAt ? <WordBadge look="good" word="Verified" /> : <WordBadge look="bad" word="Not verified" />}
      />
      {of.own && (
        <div className="mb-4">
          <Alert look="info">This is your own account. You may look at it, and a colleague helps you.</Alert>
        </div>
      )}
      {of.erasure && (
        <div className="mb-4">
          <Alert look={of.erasure.overdue ? "bad" : "warn"}>
            Asked on {asDay(of.erasure.at)} that the data be deleted. The law gives an answer until{" "}
            {asDay(of.erasure.due)}.
          </Alert>
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:order-2">
          <Account of={of} />
          {mayHelp && !of.own && <HelpDeeds of={of} />}
          <AddressChanges list={of.changes} />
          <HelpGiven list={of.history} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PersonApplications list={of.applications} />
          <PersonPayments of={of} />
          <PersonProgress list={of.progress} />
          <PersonMails list={of.mails} />
        </div>
      </div>
    </>
  );
}

function Account({ of: { account } }: { of: HelpedPerson }) {
  const { jamb, emailaddress, phonenumber, createdAt, verifiedAt, hasPassword, signIns, devices, signedInAt } = account;
  return (
    <section aria-labelledby="account" className="card px-5 py-4">
      <h2 id="account" className="mb-1 text-large">
        Account
      </h2>
      <Facts
        list={[
          { label: "JAMB number", value: jamb },
          { label: "Email address", value: emailaddress },
          { label: "Phone number", value: localPhone(phonenumber) },
          { label: "Registered", value: asMinute(createdAt) },
          { label: "Verified", value: verifiedAt ? asMinute(verifiedAt) : "Not yet: the code was never typed" },
          { label: "Password", value: hasPassword ? "Chosen" : "None: signs in with another account" },
          { label: "Last sign-in", value: signedInAt ? `${asMinute(signedInAt)}, ${asAgo(signedInAt)}` : "Never" },
          { label: "Signed in now", value: inPlaces(signIns, devices) },
        ]}
      />
    </section>
  );
}

function inPlaces(signIns: number, devices: number): string {
  const now = signIns === 0 ? "Nowhere" : `In ${asCount(signIns, "place")}`;
  return devices === 0 ? now : `${now}; ${asCount(devices, "device is", "devices are")} known`;
}

function AddressChanges({ list }: { list: HelpedPerson["changes"] }) {
  if (list.length === 0) return null;
  return (
    <PersonPart title="Changes of the address" nothing="">
      {list.map(({ newaddress, oldaddress, reason, askedby, askedAt, endsAt, confirmedAt, open, evidence }) => (
        <li key={askedAt} className="grid gap-1 px-5 py-2.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 font-semibold">
              <Breakable text={newaddress} />
            </span>
            {confirmedAt ? (
              <WordBadge look="good" word="Confirmed" />
            ) : open ? (
              <WordBadge look="info" word="Waits for its code" />
            ) : (
              <WordBadge look="plain" word="Never confirmed" />
            )}
          </p>
          <p className="text-small text-soft">
            Instead of <Breakable text={oldaddress} />. {reason}
          </p>
          <p className="text-small text-soft">
            Asked by {askedby} on {asMinute(askedAt)}
            {confirmedAt ? `, confirmed on ${asMinute(confirmedAt)}` : open && `, open until ${asMinute(endsAt)}`}.{" "}
            <a href={evidence} target="_blank" rel="noreferrer" className="link">
              Evidence<span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
        </li>
      ))}
    </PersonPart>
  );
}

function HelpGiven({ list }: { list: HelpedPerson["history"] }) {
  if (list.length === 0) return null;
  return (
    <PersonPart title="Help given" nothing="">
      {list.map(({ _id, at, by, deed, reason }) => (
        <li key={_id} className="px-5 py-2">
          {deed}
          <span className="block text-small text-soft">
            {by}, {asMinute(at)}
            {reason && `: ${reason}`}
          </span>
        </li>
      ))}
    </PersonPart>
  );
}
