import type { ReactNode } from "react";
import { listALevels } from "#academics/alevel-result/alevel-result.contract.ts";
import { aLevelName, factsOfResult } from "#academics/alevel-result/alevel-result.rules.ts";
import { listResults } from "#academics/olevel-result/olevel-result.contract.ts";
import { sittingName } from "#academics/olevel-sitting/olevel-sitting.rules.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { type Fact, Facts, Written } from "#kit/look/facts.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { PaymentReference } from "#payments/payment-reference/payment-reference.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { readBio } from "#profile/bio/bio.contract.ts";
import { listReferees } from "#profile/referee/referee.contract.ts";
import { listRequirements } from "../../requirement/requirement.contract.ts";
import { submitApplication } from "../application.contract.ts";
import { BackButton } from "./apply.mode.page.tsx";

const FurtherChoices = opened(() => import("./apply.choices.page.tsx").then((part) => part.FurtherChoices));

const Doubts = opened(() => import("./apply.doubts.page.tsx").then((part) => part.DoubtsAlert));

interface AnswersParts {
  readonly reference: PaymentReference;
  readonly type: string;
  /** Goes back to a step: 0 is the mode of entry, 1 the documents. */
  change(stage: number): void;
  done(reply: { _id: string; code: string }): void;
}

/** Everything that will be sent, with the ways to change it, and the button that sends it. */
export function AnswersStep({ reference, type, change, done }: AnswersParts) {
  const { programme, _id, rrr, amount, session } = reference;
  const title = programmeTitle(programme);
  const sheet = useSheet(submitApplication.body, { programme: programme._id, payment: _id, type, choices: [] });
  return (
    <Form
      sheet={sheet}
      draft={`choices:${_id}`}
      submit={`Submit application to ${title}`}
      send={async (body, attempt) => codeIn(await call(submitApplication, { body: { ...body, type }, attempt }))}
      done={done}
      beside={<BackButton back={() => change(1)} />}
    >
      <div className="grid gap-5">
        <Doubts programme={programme._id} />
        <Section title="Application" deed={<Again go={() => change(0)}>mode of entry</Again>}>
          <Facts
            list={[
              { label: "Programme", value: <Written text={`${title} (${programme.code})`} /> },
              { label: "Session", value: session.name },
              { label: "Mode of entry", value: type },
              { label: "Payment reference", value: rrr && groupedRrr(rrr) },
              { label: "Application fee", value: asNaira(amount) },
            ]}
          />
        </Section>
        <FurtherChoices sheet={sheet} programme={programme._id} type={type} />
        <BioSection />
        <RefereeSection />
        <ResultSection />
        <ALevelSection />
        <DocumentSection programme={programme._id} change={() => change(1)} />
        <p>
          Once you submit, what this application relies on can no longer be changed or deleted: bio data, parents and
          guardians, O-Level sittings and results, A-Level results, and documents.
        </p>
      </div>
    </Form>
  );
}

/** Without its sentence, which the next dialog says better than a toast over it. */
const codeIn = ({ _id, code }: Replied<typeof submitApplication>) => ({ _id, code });

function Section({ title, deed, children }: { title: string; deed: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="card p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="font-semibold font-serif">{title}</h4>
        {deed}
      </div>
      {children}
    </section>
  );
}

function Again({ go, children: part }: { go(): void; children: string }) {
  return (
    <button type="button" className="link min-h-11 cursor-pointer" onClick={go}>
      Change<span className="sr-only"> {part}</span>
    </button>
  );
}

function Elsewhere({ to, children: part }: { to: string; children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      Change<span className="sr-only"> {part}</span>
    </Link>
  );
}

const waiting = <div className="bone h-24" />;

function BioSection() {
  const bio = useRead(readBio);
  return (
    <Section title="Bio data" deed={<Elsewhere to="/app/bio">bio data</Elsewhere>}>
      <Read from={bio} waiting={waiting}>
        {(own) => ("firstname" in own ? <Facts list={bioFacts(own)} /> : <Facts list={[]} />)}
      </Read>
    </Section>
  );
}

type Bio = Extract<Replied<typeof readBio>, { firstname: string }>;

const bioFacts = (bio: Bio): Fact[] => [
  { label: "Full name", value: <Written text={fullName(bio)} /> },
  { label: "Gender", value: bio.gender },
  { label: "Date of birth", value: asDay(bio.dateofbirth) },
  { label: "Marital status", value: bio.maritalstatus },
  { label: "Religion", value: bio.religion },
  { label: "Phone", value: localPhone(bio.phonenumber) },
  { label: "Email", value: <Written text={bio.emailaddress} /> },
  { label: "Home address", value: <Written text={bio.homeaddress} /> },
  { label: "Origin", value: <Written text={`${bio.lgaoforigin}, ${bio.stateoforigin}`} /> },
  { label: "Residence", value: <Written text={`${bio.lgaofresidence}, ${bio.stateofresidence}`} /> },
  { label: "Highest qualification", value: bio.qualification },
];

function RefereeSection() {
  const referees = useRead(listReferees);
  return (
    <Section title="Parents and guardians" deed={<Elsewhere to="/app/parents">parents and guardians</Elsewhere>}>
      <Read from={referees} waiting={waiting}>
        {(list) => (
          <ul className="grid gap-1">
            {list.map(({ _id, firstname, lastname, phonenumber }) => (
              <li key={_id}>
                <Written text={`${firstname} ${lastname}, ${localPhone(phonenumber)}`} />
              </li>
            ))}
          </ul>
        )}
      </Read>
    </Section>
  );
}

function ResultSection() {
  const results = useRead(listResults);
  return (
    <Section title="O-Level results" deed={<Elsewhere to="/app/olevelresult">O-Level results</Elsewhere>}>
      <Read from={results} waiting={waiting}>
        {(list) => (
          <Facts
            list={[...list].reverse().map(({ subject, scored, examination }) => ({
              label: subject,
              value: `${scored}, ${sittingName(examination)} (${examination.examinationyear})`,
            }))}
          />
        )}
      </Read>
    </Section>
  );
}

function ALevelSection() {
  const results = useRead(listALevels);
  return (
    <Section title="A-Level results" deed={<Elsewhere to="/app/alevel">A-Level results</Elsewhere>}>
      <Read from={results} waiting={waiting}>
        {(list) =>
          list.length === 0 ? (
            <p>None: they are optional</p>
          ) : (
            list.map((result) => (
              <div key={result._id} className="mt-1">
                <p className="font-semibold">
                  {aLevelName(result)}, <Written text={result.results.institutionName} />
                </p>
                <Facts list={factsOfResult(result)} />
              </div>
            ))
          )
        }
      </Read>
    </Section>
  );
}

function DocumentSection({ programme, change }: { programme: string; change(): void }) {
  const requirements = useRead(listRequirements, { programmeId: programme });
  return (
    <Section title="Documents" deed={<Again go={change}>documents</Again>}>
      <Read from={requirements} waiting={waiting}>
        {({ list }) => <Facts list={list.map(({ label, upload }) => ({ label, value: upload ? "Uploaded" : "" }))} />}
      </Read>
    </Section>
  );
}
