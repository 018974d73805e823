import { ChevronLeft, ChevronRight, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { shortMinute } from "#console/record/record.shown.contract.ts";
import type { ReviewFile } from "./review.file.contract.ts";
import { Picture, turned } from "./review.picture.part.page.tsx";
import { Results } from "./review.results.part.page.tsx";

/** One paper that can be looked at here; a PDF opens in a window of its own. */
interface Sheet {
  readonly label: string;
  readonly caption: string;
  readonly file: { readonly newname: string; readonly mediatype: string; readonly link: string };
}

type Papers = Pick<ReviewFile, "documents" | "requests">;

interface BesideParts {
  readonly file: Papers & Pick<ReviewFile, "_id" | "slips" | "eligibility">;
  /** What stands below the grades. */
  readonly children?: ReactNode;
}

/** The slip beside the grades that were typed of it, so that they are compared without scrolling. */
export function SlipBesideGrades({ file, children }: BesideParts) {
  const sheets = sheetsOf(file);
  const judged = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Results file={file} />
      {children}
    </div>
  );
  if (sheets.length === 0) return judged;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Sheets key={file._id} list={sheets} />
      {judged}
    </div>
  );
}

function Sheets({ list }: { list: readonly Sheet[] }) {
  const [at, setAt] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const sheet = list[at] ?? list[0];
  const go = (steps: number) => {
    setAt((at + steps + list.length) % list.length);
    setQuarters(0);
  };
  useKeys({ ".": () => go(1), ",": () => go(-1) }, { ".": "Next paper", ",": "Paper before" });
  if (!sheet) return null;
  const { label, caption, file } = sheet;
  return (
    <section aria-labelledby="paper" className="card">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1 py-1.5 pr-1.5 pl-4">
        <div className="min-w-0 grow">
          <h2 id="paper" className="truncate text-large">
            {label}
          </h2>
          <p className="text-small text-soft">{caption}</p>
        </div>
        {file.mediatype !== "application/pdf" && (
          <button type="button" className="icon-button" onClick={() => setQuarters((quarters + 1) % 4)}>
            <RotateCw aria-hidden className="size-5" />
            <span className="sr-only">Turn {label} to the right</span>
          </button>
        )}
        {list.length > 1 && (
          <>
            <button type="button" className="icon-button" title="Paper before (,)" onClick={() => go(-1)}>
              <ChevronLeft aria-hidden className="size-5" />
              <span className="sr-only">Paper before</span>
            </button>
            <span className="figures text-small text-soft">
              {at + 1} of {list.length}
            </span>
            <button type="button" className="icon-button" title="Next paper (.)" onClick={() => go(1)}>
              <ChevronRight aria-hidden className="size-5" />
              <span className="sr-only">Next paper</span>
            </button>
          </>
        )}
      </div>
      {file.mediatype === "application/pdf" ? (
        <p className="border-line border-t p-4">
          <a href={file.link} target="_blank" rel="noreferrer" className="link">
            Open the PDF<span className="sr-only"> of {label}</span>
          </a>
        </p>
      ) : (
        <div className="max-h-[max(24rem,calc(100dvh-17rem))] overflow-auto border-line border-t">
          <Picture key={file.newname} link={file.link} what={label} look={lookAt(quarters)} />
        </div>
      )}
    </section>
  );
}

/** Turned sideways it stands in a square: else its beginning would be where nothing can be scrolled to. */
const lookAt = (quarters: number): string =>
  `w-full ${turned[quarters]} ${quarters % 2 === 1 ? "aspect-square object-contain" : ""}`;

/** Whether there is anything to stand beside the grades. */
export const hasPapers = (of: Papers): boolean => sheetsOf(of).length > 0;

/** Every paper of the file, first what most likely is the slip of the results: a picture before a PDF, the newest first. */
function sheetsOf({ documents, requests }: Papers): readonly Sheet[] {
  const came = requests.flatMap(({ label, files }) =>
    files.map((file) => ({ label, caption: `Came ${shortMinute(file.arrivedAt)}`, file })),
  );
  const submitted = documents.flatMap(({ label, file }) => (file ? [{ label, caption: "As submitted", file }] : []));
  return [...came, ...submitted].sort((one, other) => likelihood(other) - likelihood(one));
}

const likelihood = ({ label, file }: Sheet): number =>
  (/o.?level|statement of result|waec|neco|ssce|certificate of education/i.test(label) ? 2 : 0) +
  (file.mediatype === "application/pdf" ? 0 : 1);
