import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { SelectField } from "#kit/field/choice-fields.web.tsx";
import { DigitsField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readUtme, saveUtme, type UtmeResult } from "./utme-result.contract.ts";

/** The applicant's UTME subjects and score, for programmes that ask for them. */
export function UtmePage() {
  const read = useRead(readUtme);
  return (
    <>
      <PageHeading
        title="UTME Result"
        subtitle="For degree programmes that ask for it. NCE candidates sit no UTME: leave it out"
      />
      <Read from={read} waiting={<CardBones />}>
        {(kept) => {
          const utme = "subjects" in kept ? kept : null;
          return utme?.locked ? <Locked utme={utme} /> : <UtmeForm utme={utme} />;
        }}
      </Read>
    </>
  );
}

const standing: Readonly<Record<UtmeResult["source"], string>> = {
  typed:
    "An application that you submitted relies on it, so it is not changed here. A score that came later is told by JAMB’s list.",
  JAMB: "This is what JAMB has, so it is not changed here. If it is wrong, say so, and send JAMB’s slip.",
  Office: "The office has put this right, so it is not changed here. If it is wrong, say so, and send JAMB’s slip.",
};

const Locked = ({ utme: { subjects, score, source } }: { utme: UtmeResult }) => (
  <div className="grid max-w-prose gap-4">
    <Alert look="info">
      <p className="mb-3">{standing[source]}</p>
      {source !== "typed" && <LinkButton to="/app/jamb">JAMB and CAPS</LinkButton>}
    </Alert>
    <Facts
      list={[
        { label: "Subjects", value: ["Use of English", ...subjects].join(", ") },
        { label: "Score", value: score === null ? "Not out yet" : String(score) },
      ]}
    />
  </div>
);

function UtmeForm({ utme }: { utme: UtmeResult | null }) {
  const reread = useReread();
  const [subject1 = "", subject2 = "", subject3 = ""] = utme?.subjects ?? [];
  const sheet = useSheet(saveUtme.body, { subject1, subject2, subject3, score: String(utme?.score ?? "") });
  return (
    <div className="card max-w-prose p-5">
      <Form
        sheet={sheet}
        draft="utme"
        send={(body, attempt) => call(saveUtme, { body, attempt, ...(utme && { version: utme.version }) })}
        done={() => reread()}
        submit="Save"
        beside={
          <Link to="/app/qualify" className="button button-quiet">
            Do I qualify?
          </Link>
        }
      >
        <p>Use of English, and three others:</p>
        <SelectField {...sheet.field("subject1")} />
        <SelectField {...sheet.field("subject2")} />
        <SelectField {...sheet.field("subject3")} />
        <DigitsField {...sheet.field("score")} hint="Of 400. Leave it empty until JAMB has told it" />
      </Form>
    </div>
  );
}
