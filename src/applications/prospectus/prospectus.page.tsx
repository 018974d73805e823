import type { ReactNode } from "react";
import { BySchool } from "#academics/eligibility/eligibility.standings.part.page.tsx";
import { askProspectus, type Prospectus } from "#calendar/front-desk/front-desk.prospectus.contract.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { brand } from "#reference/brand/brand.rules.ts";

const WouldIQualify = opened(() => import("./prospectus.qualify.page.tsx").then((part) => part.WouldIQualify));

/** `/admissions`: all that somebody wants to know before creating an account. Public. */
export function ProspectusPage() {
  const read = useRead(askProspectus);
  return (
    <>
      <PageHeading
        title="How to apply"
        subtitle={`Admission to ${brand.name}: what it costs, what it asks for, and until when`}
      />
      <Read from={read} waiting={<div aria-hidden className="bone h-72" />}>
        {({ admission, prospectus }) => (
          <div className="grid gap-8">
            <Opening admission={admission} />
            {prospectus && (
              <>
                <HaveThese prospectus={prospectus} />
                <Way resultsNeeded={prospectus.resultsNeeded} after={admission.after} />
                <Part title="Do I qualify?">
                  <p className="mb-3">
                    Choose your O-Level subjects and grades. Nothing is stored, and the college decides.
                  </p>
                  <WouldIQualify programmes={prospectus.programmes} />
                </Part>
                <Part title={`The ${prospectus.programmes.length} programmes`}>
                  <BySchool list={prospectus.programmes} isOpen={false}>
                    {({ _id, award, name, fee }) => (
                      <li key={_id} className="border-line border-t py-2.5">
                        {programmeTitle({ award, name })}
                        {fee !== null && <span className="block text-small text-soft">{asNaira(fee)} to apply</span>}
                      </li>
                    )}
                  </BySchool>
                </Part>
              </>
            )}
            <p>
              Has somebody shown you a slip, a receipt or a letter?{" "}
              <Link to="/genuine" className="link">
                Check whether a paper is genuine
              </Link>
              . Do you pay for somebody?{" "}
              <Link to="/rrr" className="link">
                See whether it is paid
              </Link>
            </p>
          </div>
        )}
      </Read>
    </>
  );
}

type Desk = Replied<typeof askProspectus>["admission"];

function Opening({ admission: { state, message, fees } }: { admission: Desk }) {
  const isOpen = state === "open";
  return (
    <div className="grid gap-4">
      <Alert look={isOpen ? "good" : "info"} title={`${message}.`}>
        {isOpen && fees && <p>Applying costs {feeWords(fees)}, paid online or at any bank.</p>}
      </Alert>
      <div className="flex flex-col gap-3 sm:flex-row">
        <LinkButton to="/account">{isOpen ? "Start now" : "Create an account"}</LinkButton>
        <Link to="/" className="button button-quiet">
          I have an account: sign in
        </Link>
      </div>
    </div>
  );
}

/** `₦2,500.00`, or `₦2,500.00 to ₦3,000.00 by programme`. */
const feeWords = ({ least, most }: NonNullable<Desk["fees"]>): string =>
  least === most ? asNaira(least) : `${asNaira(least)} to ${asNaira(most)} by programme`;

function HaveThese({ prospectus: { papers, resultsNeeded } }: { prospectus: Prospectus }) {
  return (
    <Part title="Have these ready">
      <List>
        <li>Your JAMB number, a phone number, and an email address that you can open now</li>
        <li>Names, phone numbers and addresses of two parents or guardians</li>
        <li>Your O-Level results: examination number, year, and at least {resultsNeeded} subjects with their grades</li>
        <li>A passport photograph, taken with your phone</li>
        {papers.map((label) => (
          <li key={label}>
            <span translate="no">{label}</span>: a photo, scan or PDF
          </li>
        ))}
      </List>
      <p className="mt-3 text-soft">
        Filling everything in takes about half an hour. You can stop at any time and go on later.
      </p>
    </Part>
  );
}

function Way({ resultsNeeded, after }: { resultsNeeded: number; after: string }) {
  return (
    <Part title="Step by step">
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Create an account, and type the code that we send to your email address.</li>
        <li>Fill in your profile: parents or guardians, bio data, {resultsNeeded} O-Level results, photograph.</li>
        <li>Choose a programme, get its payment reference (RRR), and pay it.</li>
        <li>Apply: choose your mode of entry, upload the documents, check your answers, submit.</li>
        <li className="whitespace-pre-line">
          {after || "The college decides. You read it on the portal, and we write to you."}
        </li>
        <li>If you are offered a place, accept it within two weeks by paying the acceptance fee.</li>
      </ol>
    </Part>
  );
}

const List = ({ children }: { children: ReactNode }) => <ul className="grid list-disc gap-2 pl-5">{children}</ul>;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="mb-3 text-large">{title}</h2>
    {children}
  </section>
);
