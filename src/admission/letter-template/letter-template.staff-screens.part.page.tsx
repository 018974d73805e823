import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { NoAccess, useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import {
  addTemplate,
  enforceTemplate,
  letterTemplates,
  readLetterWords,
  retireTemplate,
  templateForm,
} from "./letter-template.contract.ts";
import { fillParagraph, letterFields, sampleValues, sizeOf } from "./letter-template.rules.ts";

interface Words {
  readonly opening: string;
  readonly conditions: string;
  readonly closing: string;
}

/** Where the paragraphs stand in the letter, filled with somebody's names who is nobody. */
function Preview({ words: { opening, conditions, closing } }: { words: Words }) {
  const seesWords = useRight("templates");
  return (
    <section aria-labelledby="preview" className="card px-5 py-4">
      <h2 id="preview" className="text-large">
        In the letter
      </h2>
      <p className="mt-1 text-small text-soft">
        In grey is what every letter says, in short.{" "}
        {seesWords && (
          <Link to="/staff/templates/admission-letter" className="link">
            See and word that
          </Link>
        )}
      </p>
      <div className="mt-2 grid gap-2 border-line border-l-4 pl-4">
        <Given
          text={`Dear ${sampleValues.name}, the college offers you Provisional Admission to the programme below…`}
        />
        <Own text={opening} name="Opening" />
        <Given text="Programme, school, session, duration, and what to do now, step by step…" />
        <Own text={conditions} name="Conditions" />
        <Given text="If it is found at any time that you do not hold a qualification that you claimed…" />
        <Own text={closing} name="Closing" />
        <Given text="Yours faithfully, Registrar" />
      </div>
    </section>
  );
}

/** What the letter says anyway. */
const Given = ({ text }: { text: string }) => <p className="text-small text-soft">{text}</p>;

const Own = ({ text, name }: { text: string; name: string }) =>
  text.trim() ? (
    <p className="whitespace-pre-line">{fillParagraph(text, sampleValues)}</p>
  ) : (
    <p className="text-small text-soft italic">{name}: none</p>
  );

const { link: linkOfNew } = letterTemplates;

/** A new version, from an earlier one or from nothing, seen as it is typed. */
function NewTemplate({ from }: { from: string | null }) {
  return from ? <FromEarlier id={from} /> : <Writing earlier={{}} />;
}

function FromEarlier({ id }: { id: string }) {
  const { data } = useRead(letterTemplates.calls.read, { id });
  if (data === undefined) return <div className="bone late h-64 max-w-3xl" />;
  return <Writing earlier={data as Row} />;
}

function Writing({ earlier }: { earlier: Readonly<Record<string, unknown>> }) {
  const navigate = useNavigate();
  const text = (name: string) => (typeof earlier[name] === "string" ? String(earlier[name]) : "");
  const sheet = useSheet(templateForm, {
    opening: text("opening"),
    conditions: text("conditions"),
    closing: text("closing"),
    note: "",
  });
  const typed = sheet.form.watch();
  const shown = (name: "opening" | "conditions" | "closing") => String(typed[name] ?? "");
  const words = { opening: shown("opening"), conditions: shown("conditions"), closing: shown("closing") };
  return (
    <>
      <ConsoleHeading title="New version of the letter" />
      <Guarded form={sheet.form} title="New version of the letter" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="card p-5">
          <Form
            sheet={sheet}
            draft="letter-template:new"
            submit="Save the version"
            beside={
              <Link to={linkOfNew} className="button button-quiet">
                Cancel
              </Link>
            }
            send={(body, attempt) => call(addTemplate, { body, attempt })}
            done={({ _id }) => {
              sheet.form.reset(sheet.form.getValues());
              navigate(`${linkOfNew}/${_id}`);
            }}
          >
            <Known />
            <TextArea {...sheet.field("opening")} label="Opening" optional hint="After the first sentence" />
            <TextArea {...sheet.field("conditions")} label="Conditions" optional hint="After what to do now" />
            <TextArea {...sheet.field("closing")} label="Closing" optional hint="Before the Registrar's signature" />
            <Size of={words} />
            <TextField {...sheet.field("note")} hint="For the office, such as: hostel rules of 2026" />
          </Form>
        </div>
        <Preview words={words} />
      </div>
    </>
  );
}

const said = {
  usual: "The letter is printed in its usual size",
  small: "The letter is printed smaller, so that it stays on one page",
  tiny: "The letter is printed in small letters, so that it stays on one page. Fewer words are easier to read",
} as const;

/** Told once it is known what the letter says beside the paragraphs. */
function Size({ of }: { of: Parameters<typeof sizeOf>[0] }) {
  const { data: beside } = useRead(readLetterWords, {});
  if (beside === undefined) return null;
  const size = sizeOf(of, beside);
  return (
    <p role="status" className={size === "tiny" ? "font-semibold text-warn" : "text-small text-soft"}>
      {said[size]}
    </p>
  );
}

/** The fields that a paragraph may name. */
const Known = () => (
  <details className="rounded-card border border-line px-4 py-2">
    <summary className="min-h-6 cursor-pointer font-semibold">Fields that the portal fills in</summary>
    <dl className="mt-2 grid gap-1">
      {Object.entries(letterFields).map(([name, what]) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="min-w-28">
            <code>{`{${name}}`}</code>
          </dt>
          <dd className="text-soft">{what}</dd>
        </div>
      ))}
    </dl>
  </details>
);

const newestFirst = { ...letterTemplates, usual: "-createdAt" };
const { link } = letterTemplates;

/** The versions of the college's own paragraphs, one of them, and a new one. */
export function LetterScreens() {
  const { pathname, search } = useLocation();
  const mayChange = useRight("releases.change");
  if (pathname === `${link}/new`)
    return mayChange ? (
      <NewTemplate from={new URLSearchParams(search).get("from")} />
    ) : (
      <NoAccess name="Releases: change" />
    );
  if (pathname !== link)
    return (
      <ListingScreens of={letterTemplates} deeds={(row) => <Deeds row={row} />}>
        {(row) => <Preview words={wordsOf(row)} />}
      </ListingScreens>
    );
  return (
    <RecordList of={newestFirst} addAt={mayChange ? `${link}/new` : null}>
      <p className="mb-3 max-w-prose text-soft">
        The letter's own text stays as it is. Here are the paragraphs that the college adds to it. A version never
        changes: an offer keeps the one that it was released with.{" "}
        <Link to="/staff/releases" className="link">
          Back to the lists
        </Link>
      </p>
    </RecordList>
  );
}

const wordsOf = (row: Row) => {
  const text = (name: string) => (typeof row[name] === "string" ? String(row[name]) : "");
  return { opening: text("opening"), conditions: text("conditions"), closing: text("closing") };
};

function Deeds({ row }: { row: Row }) {
  const { me, rights } = useGiven();
  const params = { id: row._id };
  const deed: ProposalDeed =
    row.inforce === true
      ? {
          word: "Take out of force",
          right: "releases.approve",
          by: "anybody",
          isMain: true,
          title: `Take out of force: ${row._title}?`,
          follows: <p>New lists begin with the usual letter from now on.</p>,
          send: (attempt) => call(retireTemplate, { params, attempt }),
        }
      : {
          word: "Put in force",
          right: "releases.approve",
          by: "another",
          isMain: true,
          title: `Put in force: ${row._title}?`,
          follows: <p>New lists begin with this version from now on. Offers that are out keep theirs.</p>,
          send: (attempt) => call(enforceTemplate, { params, attempt }),
        };
  return (
    <>
      {rights.has("releases.change") && (
        <Link to={`${link}/new?from=${row._id}`} className="button button-quiet">
          Write a new version from it
        </Link>
      )}
      <ProposalDeeds deeds={[deed]} isOwn={(row.madeby as Choice)._id === me._id} />
    </>
  );
}
