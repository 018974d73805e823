import { useEffect } from "react";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { forgetDrafts } from "#kit/draft/draft.web.ts";
import { keep } from "#kit/draft/storage.web.ts";
import { PhoneField, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Card } from "#kit/look/card.web.tsx";
import { Facts, Written } from "#kit/look/facts.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import { OfficeContact } from "#reference/brand/brand.office.part.page.tsx";
import { contact } from "#reference/brand/brand.rules.ts";
import { SIGNED_OUT, storedNames } from "../session/session.contract.ts";
import { applicantSignIns } from "../session/session.own.contract.ts";
import { Deed, OwnSignIns } from "../session/session.part.page.tsx";
import { type Account, accountForm, changeAccount, readAccount } from "./account.contract.ts";

export function AccountPage() {
  const account = useRead(readAccount);
  return (
    <>
      <PageHeading title="My Account" subtitle="Your name and phone number, and what you sign in with" />
      <Read from={account} waiting={<CardBones />}>
        {(own) => (
          <div className="grid items-start gap-8 md:grid-cols-2">
            <AccountForm own={own} />
            <div className="grid gap-6">
              <Fixed own={own} />
              <Devices />
              <More own={own} />
            </div>
          </div>
        )}
      </Read>
    </>
  );
}

function AccountForm({ own }: { own: Account }) {
  const reread = useReread();
  const start = startOf(own);
  const sheet = useSheet(accountForm, start);
  const { form } = sheet;
  useEffect(() => form.reset(startOf(own), { keepDirtyValues: true }), [form, own]);
  return (
    <Form
      sheet={sheet}
      draft="account"
      send={(typed, attempt) => sendChanges(start, typed, attempt)}
      done={async (_, typed) => {
        // It is saved, whether or not it can be read again.
        const now = await call(readAccount).catch(() => ({ ...own, ...typed, middlename: typed.middlename || null }));
        const { _id, firstname, middlename, lastname, emailaddress } = now;
        keep(storedNames.user, JSON.stringify({ _id, firstname, middlename, lastname, emailaddress }));
        return reread();
      }}
      submit="Save changes"
    >
      <TextField {...sheet.field("firstname")} autoComplete="given-name" />
      <TextField {...sheet.field("middlename")} autoComplete="additional-name" />
      <TextField {...sheet.field("lastname")} autoComplete="family-name" />
      <PhoneField {...sheet.field("phonenumber")} />
    </Form>
  );
}

const startOf = ({ firstname, middlename, lastname, phonenumber }: Account) => ({
  firstname,
  middlename: middlename ?? "",
  lastname,
  phonenumber: localPhone(phonenumber),
});

type Typed = Sent<typeof changeAccount> & ReturnType<typeof startOf>;

/** What was left alone is not sent: it may have been changed in another tab. */
function sendChanges(start: ReturnType<typeof startOf>, typed: Partial<Typed>, attempt: string) {
  const changed = Object.entries(typed).filter(([name, text]) => text !== start[name as keyof typeof start]);
  if (changed.length === 0) throw new CallFailure("Nothing has changed yet: type what shall be saved", 200);
  return call(changeAccount, { body: Object.fromEntries(changed), attempt });
}

/** What the help desk changes, so that nobody takes an account over by a borrowed phone. */
function Fixed({ own }: { own: Account }) {
  return (
    <Card title={`Only the ${contact.office} can change these`}>
      <Facts
        list={[
          { label: "Email", value: <Written text={own.emailaddress} /> },
          { label: "JAMB Admission number", value: own.jamb },
        ]}
      />
      <p>To change one of these, bring your JAMB slip to the {contact.office}.</p>
      <OfficeContact className="" />
      <p className="text-small text-soft">
        Account created on {asMinute(own.createdAt)}.
        {own.privacy && ` Privacy notice ${own.privacy.version} accepted on ${asMinute(own.privacy.acceptedAt)}.`}
      </p>
    </Card>
  );
}

function Devices() {
  return (
    <Card title="Where you are signed in">
      <p>Is there a phone or a computer that you do not know? Sign it out, and choose a new password.</p>
      <OwnSignIns of={applicantSignIns}>
        <Deed
          send={(attempt) => call(applicantSignIns.endAll, { attempt })}
          says="Sign out everywhere"
          // What this browser holds opens nothing any more: the first page forgets it.
          done={() => void forgetDrafts().then(() => location.assign(`/${SIGNED_OUT}`))}
        />
      </OwnSignIns>
    </Card>
  );
}

const More = ({ own: { emailaddress } }: { own: Account }) => (
  <p className="flex flex-wrap gap-x-6">
    <Link to="/app/notices" className="link py-2.5">
      Notices of the college
    </Link>
    <Link to="/forgot" state={{ emailaddress }} className="link py-2.5">
      Change password
    </Link>
    <Link to="/app/account/texts" className="link py-2.5">
      SMS
    </Link>
    <Link to="/app/jamb" className="link py-2.5">
      JAMB and CAPS
    </Link>
    <Link to="/app/corrections" className="link py-2.5">
      Corrections
    </Link>
    <Link to="/privacy" className="link py-2.5">
      Privacy notice
    </Link>
    <Link to="/app/account/data" className="link py-2.5">
      My data
    </Link>
    <a href="/student" className="link py-2.5">
      Student's area
    </a>
  </p>
);
