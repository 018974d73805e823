import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { shortMinute } from "#console/record/record.rules.ts";
import { useShown } from "#kit/page/shown.web.ts";
import { AskDialog } from "../document-request/document-request.ask.page.tsx";
import { DocumentRequestCard } from "../document-request/document-request.page.tsx";
import { readDossier } from "../dossier/dossier.contract.ts";
import type { DocumentRequest } from "../review.document-request.contract.ts";
import type { ReviewFile, SubmittedDocument } from "../review.file.contract.ts";
import { PaperPicture } from "../review.papers.part.page.tsx";

interface DocumentsParts {
  readonly file: ReviewFile;
  readonly mayChange: boolean;
}

export function SubmittedDocuments({ file, mayChange }: DocumentsParts) {
  const { documents, requests } = file;
  const others = requests.filter(({ requirement }) => requirement === null);
  const labels = [...new Set(others.map(({ label }) => label))];
  const about = ({ requirement }: SubmittedDocument) => requests.filter((one) => one.requirement === requirement);
  // What came later takes the whole width, and the eye first.
  const inOrder = [...documents].sort((one, other) => cameFor(about(other)).length - cameFor(about(one)).length);
  return (
    <section aria-labelledby="documents" className="card p-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="documents" className="text-large">
          Documents
        </h2>
        <a href={`/api${readDossier.path.replace(":id", file._id)}`} download className="link py-1">
          All in one PDF
        </a>
      </div>
      {documents.length + others.length === 0 && <p className="text-soft">The programme asked for none.</p>}
      <div className="grid gap-5 sm:grid-cols-2">
        {inOrder.map((one) => (
          <Paper key={one.requirement} label={one.label} requests={about(one)} mayChange={mayChange} submitted={one}>
            {mayChange && <AskButton file={file} document={one} />}
          </Paper>
        ))}
        {labels.map((label) => (
          <Paper
            key={label}
            label={label}
            requests={others.filter((one) => one.label === label)}
            mayChange={mayChange}
            submitted={null}
          />
        ))}
      </div>
    </section>
  );
}

const cameFor = (requests: readonly DocumentRequest[]) => requests.flatMap(({ files }) => files);

interface PaperParts {
  readonly label: string;
  readonly submitted: SubmittedDocument | null;
  /** What was asked for in its place, the open one first. */
  readonly requests: readonly DocumentRequest[];
  readonly mayChange: boolean;
  /** The way to ask for it again; stands under what was submitted. */
  readonly children?: ReactNode;
}

/** One document: over the whole width where another came for it, so that the two stand beside each other. */
function Paper({ label, submitted, requests, mayChange, children }: PaperParts) {
  const came = cameFor(requests);
  return (
    <article className={`min-w-0 ${came.length > 0 && submitted ? "sm:col-span-2" : ""}`}>
      <h3 className="mb-1.5 font-sans text-base">
        {label}
        {submitted && !submitted.required && <span className="font-normal text-soft"> (optional)</span>}
      </h3>
      <div className={`grid gap-3 ${came.length > 0 && submitted ? "sm:grid-cols-2" : ""}`}>
        {submitted && (
          <Shown file={submitted.file} what={label} caption={submitted.file ? "As submitted" : "Not submitted"}>
            {children}
          </Shown>
        )}
        {came.map((one) => (
          <Shown
            key={one.newname}
            file={one}
            what={`${label}, sent later`}
            caption={`Came ${shortMinute(one.arrivedAt)}`}
          />
        ))}
      </div>
      {requests.map((one) => (
        <DocumentRequestCard key={one._id} of={one} mayChange={mayChange} />
      ))}
    </article>
  );
}

interface ShownFile {
  readonly newname: string;
  readonly mediatype: string;
  readonly link: string;
}

interface ShownParts {
  readonly file: ShownFile | null;
  readonly what: string;
  readonly caption: string;
  readonly children?: ReactNode;
}

const Shown = ({ file, what, caption, children }: ShownParts) => (
  <figure className="min-w-0">
    {file === null ? (
      <div className="h-16 border border-edge border-dashed" />
    ) : file.mediatype === "application/pdf" ? (
      <a
        href={file.link}
        target="_blank"
        rel="noreferrer"
        className="grid h-24 place-items-center border border-line bg-sunk text-center"
      >
        <span className="link inline-flex items-center gap-2">
          <FileText aria-hidden className="size-5" />
          Open the PDF<span className="sr-only"> of {what}</span>
        </span>
      </a>
    ) : (
      <PaperPicture link={file.link} what={what} look="mx-auto h-72 w-full object-contain" />
    )}
    <figcaption className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-small text-soft">
      {caption}
      {children}
    </figcaption>
  </figure>
);

function AskButton({ file, document }: { file: ReviewFile; document: SubmittedDocument }) {
  const { shown, show, hide } = useShown();
  const isAsked = file.requests.some(({ requirement, closedAt }) => requirement === document.requirement && !closedAt);
  if (isAsked) return null;
  return (
    <>
      <button type="button" className="link cursor-pointer py-1" onClick={show}>
        Ask for {document.file ? "another" : "it"}
        <span className="sr-only">: {document.label}</span>
      </button>
      {shown && <AskDialog file={file} requirement={document.requirement} onHide={hide} />}
    </>
  );
}
