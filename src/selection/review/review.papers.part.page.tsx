import { ChevronLeft, ChevronRight, RotateCw, X, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { shortMinute } from "#console/record/record.rules.ts";
import { useShown } from "#kit/page/shown.web.ts";
import type { ReviewFile } from "./review.file.contract.ts";
import { SubmittedResults } from "./review.results.part.page.tsx";

// Links to pictures and papers serve for ten minutes. Contract 3.19.
const FRESH_LINKS_MS = 540_000;

/** Reads again what links to papers, before the links are worth nothing. */
export function useFreshLinks(read: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => void read(), FRESH_LINKS_MS);
    return () => clearInterval(timer);
  }, [read]);
}

interface PictureParts {
  readonly link: string;
  /** What it shows, in words. */
  readonly what: string;
  /** Its size and fit on the page. */
  readonly look: string;
}

/** A picture; a press shows it as large as the screen. */
export function PaperPicture({ link, what, look }: PictureParts) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="block w-full cursor-zoom-in border border-line bg-sunk" onClick={show}>
        <img src={link} alt={what} loading="lazy" className={look} />
      </button>
      {shown && <Large link={link} what={what} onHide={hide} />}
    </>
  );
}

/** The whole screen: a press shows it at full size, and slips that were photographed sideways can be turned. */
function Large({ link, what, onHide }: { link: string; what: string; onHide(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [near, setNear] = useState(false);
  const [quarters, setQuarters] = useState(0);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const Zoom = near ? ZoomOut : ZoomIn;
  return (
    <dialog
      ref={dialog}
      aria-label={what}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper p-0 text-ink"
      onCancel={(event) => {
        event.preventDefault();
        onHide();
      }}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center gap-1 border-line border-b bg-surface py-1 pr-1 pl-4">
          <p className="min-w-0 grow truncate font-semibold">{what}</p>
          <button type="button" className="icon-button" onClick={() => setQuarters((quarters + 1) % 4)}>
            <RotateCw aria-hidden className="size-5" />
            <span className="sr-only">Turn to the right</span>
          </button>
          <button type="button" className="icon-button" aria-pressed={near} onClick={() => setNear(!near)}>
            <Zoom aria-hidden className="size-5" />
            <span className="sr-only">Full size</span>
          </button>
          <button type="button" className="icon-button" onClick={onHide}>
            <X aria-hidden className="size-5" />
            <span className="sr-only">Close {what}</span>
          </button>
        </div>
        <div
          className={near ? "min-h-0 grow overflow-auto" : "grid min-h-0 grow place-items-center overflow-hidden p-2"}
        >
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same */}
          <img
            src={link}
            alt={what}
            onClick={() => setNear(!near)}
            className={`${turned[quarters]} ${near ? "max-w-none cursor-zoom-out" : `cursor-zoom-in object-contain ${fits[quarters % 2]}`}`}
          />
        </div>
      </div>
    </dialog>
  );
}

/** By quarters to the right. */
const turned = ["", "rotate-90", "rotate-180", "-rotate-90"] as const;

/** Turned by a quarter, the screen's height is the picture's width. */
const fits = ["max-h-full max-w-full", "max-h-[95vw] max-w-[calc(100dvh-4rem)]"] as const;

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
      <SubmittedResults file={file} />
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
          <PaperPicture key={file.newname} link={file.link} what={label} look={lookAt(quarters)} />
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
