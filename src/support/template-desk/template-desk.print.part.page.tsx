import { type ComponentType, type ReactNode, useMemo, useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { EachLine, PaperWords } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { type PrintedTest, printTest, type WholeTemplate } from "./template-desk.contract.ts";

/** What draws a paper, by the key of its template: given what the paper's own call answers. */
export type PaperSheets = Readonly<Record<string, () => Promise<ComponentType<{ of: never }>>>>;

interface TestParts {
  readonly of: WholeTemplate;
  readonly words: Readonly<Record<string, string>>;
  readonly sheets: PaperSheets;
}

const personForm = fields({ person: printTest.body.entries.person });

/** A paper as it would be in words that nobody has approved: to look at and to print, with TEST across each page. */
export function TestPrint({ of, words, sheets }: TestParts) {
  const [seen, setSeen] = useState<PrintedTest | null>(null);
  const sheet = useSheet(personForm, { person: "" });
  return (
    <section aria-label="Test print" className="card grid gap-4 p-5 print:block print:border-0 print:p-0">
      <div className="no-print grid gap-4">
        <h2 className="text-large">Test print</h2>
        <Form
          sheet={sheet}
          draft={null}
          submit="Make a test print"
          silent
          // Without an attempt: a paper that is read again is no deed done twice.
          send={({ person }) =>
            call(printTest, { params: { key: of.key }, body: { ...words, person: person || null } })
          }
          done={setSeen}
        >
          {of.ofFile ? (
            <CodeField
              {...sheet.field("person")}
              optional
              hint="Of somebody whose file and paper you may open; that you looked is written down. Empty: nobody's values"
            />
          ) : (
            <p className="text-small text-soft">It is about nobody's file, so it is tried with nobody's values.</p>
          )}
        </Form>
        {seen && (
          <div role="status" className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-small text-soft">
              {seen.of ? `Of ${seen.of}. ` : "With nobody's values. "}
              Nothing is issued by it, and its code proves nothing.
            </p>
            <PrintButton />
          </div>
        )}
      </div>
      {seen && (
        <Marked>
          {seen.paper && sheets[of.key] ? <Real load={sheets[of.key]} paper={seen.paper} /> : <Plain seen={seen} />}
        </Marked>
      )}
    </section>
  );
}

/** A paper has fewer pages. */
const MOST_PAGES = 12;

/** TEST across it all. What is fixed is drawn on the first page alone, so on paper it stands once for each. */
const Marked = ({ children }: { children: ReactNode }) => (
  <div className="relative overflow-hidden rounded-card border border-line p-4 sm:p-6 print:min-h-[255mm] print:overflow-visible print:border-0 print:p-0">
    {children}
    <div className="pointer-events-none absolute inset-0 z-10 print:hidden">
      <Mark className="size-full" />
    </div>
    <div aria-hidden className="pointer-events-none absolute inset-0 z-10 hidden overflow-clip print:block">
      {Array.from({ length: MOST_PAGES }, (_, page) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <Mark key={page} className="keep-together block h-[240mm] w-full" />
      ))}
    </div>
  </div>
);

const Mark = ({ className }: { className: string }) => (
  <svg
    viewBox="0 0 600 800"
    role="img"
    aria-label="TEST"
    className={`exact pointer-events-none fill-bad opacity-20 ${className}`}
  >
    <text x="300" y="460" textAnchor="middle" transform="rotate(-45 300 400)" fontSize="230" fontWeight="700">
      TEST
    </text>
  </svg>
);

function Real({ load, paper }: { load: PaperSheets[string] | undefined; paper: object }) {
  const Sheet = useMemo(() => (load ? opened(load) : null), [load]);
  return Sheet && <Sheet of={paper as never} />;
}

/** The words in their order; what a paper states of somebody stands between them. */
const Plain = ({ seen: { words } }: { seen: PrintedTest }) => (
  <article className="flex flex-col gap-4">
    <Letterhead {...letterhead} />
    <PaperWords text={words.addressee ?? ""} />
    <PaperWords text={words.greeting ?? ""} />
    {words.heading && <h2 className="text-title">{words.heading}</h2>}
    <PaperWords text={words.opening ?? ""} />
    <p className="border border-edge border-dashed px-4 py-8 text-center text-small text-soft">
      Here stands what the paper states
    </p>
    {words.notes && (
      <ol className="list-decimal pl-6">
        <EachLine of={words.notes}>{(line) => <li>{line}</li>}</EachLine>
      </ol>
    )}
    <PaperWords text={words.closing ?? ""} />
    <EachLine of={words.signatories ?? ""}>
      {(line) => <p className="mt-8 max-w-80 border-ink border-t pt-1">{line}</p>}
    </EachLine>
  </article>
);
