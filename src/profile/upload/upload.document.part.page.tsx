import { useId, useRef, useState } from "react";
import { newAttempt } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { sendFile, shrunk } from "#kit/form/file.web.ts";
import { Progress } from "#kit/look/states.web.tsx";
import { uploadFile } from "./upload.contract.ts";
import { acceptedTypes, fileTrouble, uploadSentences } from "./upload.rules.ts";

// Sharp enough to read a printed A4 sheet, and some 300 kB as a JPEG.
const LONGEST_SIDE = 2000;

/** Puts an upload, by its `newname`, in its place. */
type Place = (uri: string, attempt: string) => Promise<{ readonly message: string }>;

/** Sends a document and puts it in its place. A file that did not arrive is kept for another try. */
export function useDocument(place: Place) {
  const reread = useReread();
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const last = useRef<File | null>(null);

  async function send(file: File | null): Promise<void> {
    if (!file) return;
    last.current = null;
    setTrouble(null);
    setShare(0);
    try {
      const small = await shrunk(file, LONGEST_SIDE);
      const wrong = fileTrouble("document", small);
      if (wrong) return setTrouble(wrong);
      last.current = file;
      const { photo } = await sendFile(uploadFile, "document", small, setShare);
      const { message } = await place(photo.newname, newAttempt());
      last.current = null;
      setNews(message);
      await reread();
    } catch (failure) {
      setTrouble(failure instanceof Error ? failure.message : uploadSentences.nothing);
    } finally {
      setShare(null);
    }
  }
  const { current: kept } = last;
  return { share, trouble, news, send, again: trouble && kept ? () => void send(kept) : null };
}

type Sending = ReturnType<typeof useDocument>;

/** What is said while a document is sent, and when it did not arrive. */
export const SendingNews = ({ of: { share, news, trouble } }: { of: Sending }) => (
  <>
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
export const SendingShare = ({ share, label }: { share: number; label: string }) => (
  <Progress
    label={`Uploading... ${Math.round(100 * share)} %`}
    spoken={`${label}: ${Math.round(100 * share)} % sent`}
    value={share}
    most={1}
  />
);

/** The buttons that choose a file, and try again with one that did not arrive. `word` is "Replace" or "Choose file". */
export function ChooseDocument({ of, word, label }: { of: Sending; word: string; label: string }) {
  const input = useId();
  return (
    <>
      <label
        htmlFor={input}
        className="button button-quiet focus-within:outline-(--focus) focus-within:outline-3 focus-within:outline-offset-2"
      >
        {word}
        <span className="sr-only"> for {label}</span>
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
