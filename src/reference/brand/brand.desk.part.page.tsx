import type { ReactNode } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { EmailField, PhoneField, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { localPhone, thirteenDigits } from "#kit/value/phone.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { ColourFields } from "./brand.colours.part.page.tsx";
import { brandForm, changeBrand, readBrand } from "./brand.contract.ts";
import { PictureField } from "./brand.picture.part.page.tsx";
import { takeBrand } from "./brand.rules.ts";

type Kept = Replied<typeof readBrand>;

export function BrandPage() {
  const read = useRead(readBrand);
  const mayChange = useRight("settings.change");
  return (
    <>
      <ConsoleHeading title="The college" />
      <p className="mb-4 max-w-prose text-soft">
        How pages, mails and papers name the college and look. A change is in force everywhere within seconds; papers
        that are printed later carry it too.
      </p>
      <Read from={read} waiting={<CardBones />}>
        {(kept) => (
          <div className="grid max-w-200 grid-cols-[minmax(0,1fr)] gap-4">
            {mayChange ? <BrandSheet key={kept.version} kept={kept} /> : <BrandFacts form={kept.form} />}
            <Changes list={kept.changes} />
          </div>
        )}
      </Read>
    </>
  );
}

function BrandSheet({ kept: { form, pictures, version } }: { kept: Kept }) {
  const reread = useReread();
  const sheet = useSheet(brandForm, { ...form, phonenumber: localPhone(form.phonenumber) });
  const keptPicture = (name: "crest" | "signature") => ({ name: form[name], address: pictures[name] });
  return (
    <Form
      sheet={sheet}
      draft={null}
      submit="Save"
      send={(body, attempt) => call(changeBrand, { body, version, attempt })}
      done={async (_reply, typed) => {
        // This page too; colours and crest come with the next one that is loaded.
        takeBrand({ ...typed, phonenumber: thirteenDigits(typed.phonenumber) });
        await reread();
      }}
    >
      <Section title="Name and contact">
        <TextField {...sheet.field("name")} />
        <div className="grid items-end gap-4 md:grid-cols-2">
          <TextField {...sheet.field("shortname")} hint="Where there is little room, such as on a phone" />
          <TextField {...sheet.field("motto")} />
          <TextField {...sheet.field("address")} />
          <PhoneField {...sheet.field("phonenumber")} autoComplete="off" />
          <EmailField {...sheet.field("emailaddress")} autoComplete="off" />
          <TextField {...sheet.field("office")} hint="Whom applicants ask, as sentences name it" />
          <TextField {...sheet.field("hours")} />
        </div>
      </Section>
      <Section title="Letters are signed by">
        <div className="grid items-end gap-4 md:grid-cols-2">
          <TextField {...sheet.field("signatory")} hint="With title, as it is printed: Dr Hauwa Bello" />
          <TextField {...sheet.field("signatorytitle")} hint="The office that signs, such as Registrar" />
        </div>
        <PictureField
          {...sheet.field("signature")}
          kept={keptPicture("signature")}
          side={480}
          hint="Dark ink on white or on nothing. Without it the letter has a line to sign on. Only letters carry it"
        />
      </Section>
      <Section title="Crest and colours">
        <PictureField
          {...sheet.field("crest")}
          kept={keptPicture("crest")}
          side={256}
          hint="Square, best with a transparent ground. Without it the portal's own crest stands, in your colours"
        />
        <ColourFields sheet={sheet} />
      </Section>
    </Form>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">
      <h2 className="text-large">{title}</h2>
      {children}
    </section>
  );
}

function BrandFacts({ form }: { form: Kept["form"] }) {
  const signed = [form.signatory, form.signatorytitle].filter(Boolean).join(", ");
  return (
    <section className="card px-5 py-4">
      <Facts
        list={[
          { label: "Name", value: form.name },
          { label: "Short name", value: form.shortname },
          { label: "Motto", value: form.motto },
          { label: "Address", value: form.address },
          { label: "Office for questions", value: `${form.office}, ${form.hours}` },
          { label: "Phone number", value: localPhone(form.phonenumber) },
          { label: "Email address", value: form.emailaddress },
          { label: "Letters are signed by", value: signed },
        ]}
      />
    </section>
  );
}

function Changes({ list }: { list: Kept["changes"] }) {
  const [last] = list;
  if (!last) return null;
  return (
    <details className="text-small">
      <summary className="cursor-pointer py-1 text-soft">
        Changed {asAgo(last.at)} by {last.who}
      </summary>
      <ol className="mt-1">
        {list.map(({ at, who, what }) => (
          <li key={at} className="border-line border-t py-2">
            <ul>
              {what.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            <span className="text-soft">
              {who}, <time dateTime={at}>{asAgo(at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
