import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { CallFailure, newAttempt } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { forgetDraft, unsentDrafts } from "#kit/draft/draft.web.ts";
import { shrunk } from "#kit/form/file.web.ts";
import { Progress } from "#kit/look/states.web.tsx";
import { acceptedTypes, fileTrouble, uploadSentences } from "./upload.rules.ts";

// Sharp enough to read a printed A4 sheet, and some 300 kB as a JPEG.
const LONGEST_SIDE = 2000;

/** Puts an upload, by its `newname`, in its place. */
type Place = (uri: string, attempt: string) => Promise<{ readonly message: string }>;

/** Fetched when a file is sent. */
const pieces = () => import("./pieces/pieces.part.page.tsx");

/**
 * Sends a document and puts it in its place. What a page before this one began to send under the name goes on by itself; a
 * file that did not arrive is kept for another try.
 */
export function useDocument(name: string, place: Place) {
  const reread = useReread();
  const [share, setShare] = useState<number | null>(null);
  const [waits, setWaits] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const last = useRef<File | Blob | null>(null);
  const draft = `upload:${name}`;

  async function send(file: File | Blob | null): Promise<void> {
    if (!file) return;
    last.current = null;
    setTrouble(null);
    setShare(0);
    try {
      const small = file instanceof File ? await shrunk(file, LONGEST_SIDE) : file;
      const wrong = fileTrouble("document", small);
      if (wrong) return setTrouble(wrong);
      last.current = file;
      const { sendDocument } = await pieces();
      const { photo } = await sendDocument(draft, small, { share: setShare, waits: setWaits });
      const { message } = await place(photo.newname, newAttempt());
      last.current = null;
      forgetDraft(draft);
      setNews(message);
      await reread();
    } catch (failure) {
      // A document that is refused is refused after a reload too; one that met a tired portal or an ended session is not.
      if (failure instanceof CallFailure && refusesDocument(failure)) forgetDraft(draft);
      setTrouble(failure instanceof Error ? failure.message : uploadSentences.nothing);
    } finally {
      setShare(null);
      setWaits(false);
    }
  }

  const begun = useRef(false);
  const goOn = useEffectEvent(async () => {
    const drafts = await unsentDrafts();
    if (begun.current || !drafts.some((one) => one.name === draft)) return;
    begun.current = true;
    const copy = await pieces().then((part) => part.begunCopy(draft));
    await send(copy);
  });
  useEffect(() => void goOn(), []);

  const { current: kept } = last;
  return { share, waits, trouble, news, send, again: trouble && kept ? () => void send(kept) : null };
}

/** Whether the file itself was refused: a form that is not read comes as a 500 with its fields. Contract 1. */
const refusesDocument = ({ status, fields }: CallFailure): boolean =>
  (status > 0 && status < 500 && status !== 401 && status !== 429) || Object.keys(fields).length > 0;

type Sending = ReturnType<typeof useDocument>;

/** What is said while a document is sent, and when it did not arrive. */
export const SendingNews = ({ of: { share, waits, news, trouble } }: { of: Sending }) => (
  <>
    {waits && (
      <p role="status" className="font-semibold text-small text-warn">
        The connection is away. Your file goes on from here by itself once it is back.
      </p>
    )}
    <p role="status" className="sr-only">
      {share === null ? news : "Uploading..."}
    </p>
    {trouble && (
      <p role="alert" className="font-semibold text-bad text-small">
        {trouble}
      </p>
    )}
  </>
);

/** How much of it is there. */
const SendingShare = ({ share, name }: { share: number; name: string }) => (
  <Progress
    label={`Uploading... ${Math.round(100 * share)} %`}
    spoken={`Uploading ${name}: ${Math.round(100 * share)} %`}
    value={share}
    most={1}
  />
);

/** The buttons that choose a file, and try again with one that did not arrive. `word` is "Replace" or "Choose file", `name` what the college calls the document. */
function ChooseDocument({ of, word, name }: { of: Sending; word: string; name: string }) {
  const input = useId();
  return (
    <>
      <label
        htmlFor={input}
        className="button button-quiet focus-within:outline-(--focus) focus-within:outline-3 focus-within:outline-offset-2"
      >
        {word}
        <span className="sr-only">: {name}</span>
        <input
          id={input}
          type="file"
          accept={acceptedTypes.document.join(",")}
          className="sr-only"
          onChange={({ target }) => {
            void of.send(target.files?.[0] ?? null);
            target.value = "";
          }}
        />
      </label>
      {of.again && (
        <button type="button" className="button button-quiet" onClick={of.again}>
          Try again
        </button>
      )}
    </>
  );
}

interface DeedParts {
  readonly of: Sending;
  readonly name: string;
  /** A badge that says where it stands. */
  readonly state: ReactNode;
  readonly isThere: boolean;
  /** Where what was sent is read. */
  readonly link: string | undefined;
}

/** What is done with a document: chosen or replaced, and read; while it is on its way, how far it has come. */
export function DocumentDeeds({ of, name, state, isThere, link }: DeedParts) {
  if (of.share !== null) return <SendingShare share={of.share} name={name} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state}
      <ChooseDocument of={of} word={isThere ? "Replace" : "Choose file"} name={name} />
      {link && (
        <a href={link} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
          View<span className="sr-only"> {name} (opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}
