import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { PaperCheck } from "#kit/paper/paper-marks.web.tsx";
import { EachLine, PaperWords } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { certificates, readSheetPaper, type SheetPaper } from "./certificate.contract.ts";

const sheetClass =
  "mx-auto flex max-w-[52rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-10 print:min-h-[250mm] print:max-w-none print:border-0 print:p-0";

/** One sheet, as it is printed and signed. */
export function SheetPage({ id }: { id: string }) {
  const read = useRead(readSheetPaper, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the certificate or statement">
          <Link to={`${certificates.link}/${id}`} className="button button-quiet">
            Back to it in the register
          </Link>
          {read.data && <PrintButton />}
        </ConsoleHeading>
        {read.error && read.data === undefined && <Alert look="warn">{read.error.message}</Alert>}
      </div>
      {read.error === null && (
        <ReadRecord from={read} of={certificates}>
          {(paper) => <PrintedSheet of={paper} />}
        </ReadRecord>
      )}
    </>
  );
}

/** Some sheets, a page each. */
export function SheetsPage({ ids }: { ids: readonly string[] }) {
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the certificates and statements">
          <Link to={certificates.link} className="button button-quiet">
            Back to the register
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 print:block">
        {ids.map((id) => (
          <OneOfMany key={id} id={id} />
        ))}
      </div>
    </>
  );
}

function OneOfMany({ id }: { id: string }) {
  const read = useRead(readSheetPaper, { id });
  if (read.error && read.data === undefined)
    return (
      <div className="no-print">
        <Alert look="warn">{read.error.message}</Alert>
      </div>
    );
  return (
    <div className="print:break-after-page">
      <ReadRecord from={read} of={certificates}>
        {(paper) => <PrintedSheet of={paper} />}
      </ReadRecord>
    </div>
  );
}

/** A certificate or a statement as it leaves the printer. */
export const PrintedSheet = ({ of }: { of: SheetPaper }) =>
  of.kind === "Certificate" ? <Certificate of={of} /> : <Statement of={of} />;

function Certificate({ of }: { of: SheetPaper }) {
  return (
    <article aria-label={`Certificate of ${of.name}`} className={sheetClass}>
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-title">{of.words.heading}</h2>
        <p className="figures">{of.serial}</p>
      </div>
      <div className="grid grow content-center gap-3 py-8 text-center text-large">
        <EachLine of={of.words.opening}>
          {(line) => (
            <p
              className={
                line === of.name || line.includes(of.course) || line === of.passclass ? "font-serif text-title" : ""
              }
            >
              {line}
            </p>
          )}
        </EachLine>
      </div>
      <PaperWords text={of.words.closing} />
      <Signing signers={of.words.signatories} />
      <PaperCheck address={of.genuine} says={["Certificate", of.name, of.serial]} asOf={of.asOf} />
    </article>
  );
}

function Statement({ of }: { of: SheetPaper }) {
  return (
    <article aria-label={`Statement of result of ${of.name}`} className={sheetClass}>
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-title">{of.words.heading}</h2>
        <p className="figures">{of.serial}</p>
      </div>
      <PaperWords text={of.words.opening} />
      <PaperLines>
        <PaperLine label="Name">
          <strong>{of.name}</strong>
        </PaperLine>
        <PaperLine label="Matric number">{of.matric}</PaperLine>
        <PaperLine label="Award">
          {of.award} in {of.course}
        </PaperLine>
        <PaperLine label="Class of pass">
          <strong>{of.passclass}</strong>
        </PaperLine>
        <PaperLine label="Session">{of.session}</PaperLine>
        <PaperLine label="Conferred on">{day(of.conferredon)}</PaperLine>
        {of.validuntil && (
          <PaperLine label="Valid">
            Until {day(of.validuntil)}, for so long as the certificate is not collected
          </PaperLine>
        )}
      </PaperLines>
      <PaperWords text={of.words.closing} />
      <Signing signers={of.words.signatories} />
      <PaperCheck address={of.genuine} says={["Statement of result", of.name, of.serial]} asOf={of.asOf} />
    </article>
  );
}

const day = (date: string): string => asDay(`${date}T12:00:00Z`);

const Signing = ({ signers }: { signers: string }) => (
  <div className="keep-together mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 print:grid-cols-2">
    <EachLine of={signers}>{(one) => <p className="border-ink border-t pt-1 text-center">{one}</p>}</EachLine>
  </div>
);
