import { useState } from "react";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { beginChecking, markChecked, stopChecking } from "../review.contract.ts";
import type { ReviewFile } from "../review.file.contract.ts";
import { deedsFrom } from "../review.rules.ts";

const AskDialog = opened(() =>
  import("../document-request/document-request.ask.page.tsx").then((part) => part.AskDialog),
);
const GiveDialog = opened(() => import("../taking/taking.give.page.tsx").then((part) => part.GiveDialog));
const ReturnDialog = opened(() => import("./file.return.page.tsx").then((part) => part.ReturnDialog));

interface DeedsParts {
  readonly file: ReviewFile;
  onRefused(sentence: string): void;
}

/** What may be done beside the next step, as far as the file is where it begins. Each has its key. */
export function FileDeeds({ file, onRefused }: DeedsParts) {
  const may = deedsFrom(file.state);
  const { busy, press } = usePress(file, onRefused);
  const asking = useShown();
  const returning = useShown();
  const giving = useShown();
  const reread = useReread();
  const begin = () => void press(beginChecking);
  const stop = () => void press(stopChecking);
  useKeys(
    {
      d: asking.show,
      g: giving.show,
      ...(may.begin && !busy && { b: begin }),
      ...(may.stop && !busy && { b: stop }),
      ...(may.return && { r: returning.show }),
    },
    {
      d: "Ask for a document",
      g: "Give to a colleague",
      b: may.stop ? "Stop checking" : "Begin checking",
      r: "Back to checking",
    },
  );
  return (
    <>
      <button type="button" className="button button-quiet" aria-keyshortcuts="d" onClick={asking.show}>
        Ask for a document <Key of="d" />
      </button>
      <button type="button" className="button button-quiet" aria-keyshortcuts="g" onClick={giving.show}>
        {file.takenby ? "Give" : "Take or give"} <Key of="g" />
      </button>
      {may.return && (
        <button type="button" className="button button-quiet" aria-keyshortcuts="r" onClick={returning.show}>
          Back to checking <Key of="r" />
        </button>
      )}
      {may.begin && (
        <button type="button" className="button button-quiet" aria-keyshortcuts="b" disabled={busy} onClick={begin}>
          Begin checking <Key of="b" />
        </button>
      )}
      {may.stop && (
        <button type="button" className="button button-quiet" aria-keyshortcuts="b" disabled={busy} onClick={stop}>
          Stop checking <Key of="b" />
        </button>
      )}
      {asking.shown && (
        <AskDialog file={file} requirement={file.documents[0]?.requirement ?? ""} onHide={asking.hide} />
      )}
      {giving.shown && (
        <GiveDialog
          chosen={{ ids: [file._id], count: 1 }}
          named={file.code}
          onHide={giving.hide}
          onDone={async () => void (await reread())}
        />
      )}
      {returning.shown && <ReturnDialog file={file} onHide={returning.hide} />}
    </>
  );
}

export function CheckDeed({ file, onRefused }: DeedsParts) {
  const { busy, press } = usePress(file, onRefused);
  const check = () => void press(markChecked);
  const may = deedsFrom(file.state).check;
  useKeys(may && !busy ? { c: check } : {}, { c: "Mark as checked" });
  if (!may) return null;
  return (
    <button type="button" className="button" aria-keyshortcuts="c" disabled={busy} onClick={check}>
      Mark as checked <Key of="c" />
    </button>
  );
}

/** Takes a step on the version that is on the screen, and shows the file as it is then. */
function usePress(file: ReviewFile, onRefused: (sentence: string) => void) {
  const [busy, setBusy] = useState(false);
  const reread = useReread();
  const press = async (endpoint: typeof beginChecking | typeof stopChecking | typeof markChecked) => {
    setBusy(true);
    onRefused("");
    try {
      const version = { params: { id: file._id }, body: {}, attempt: newAttempt(), version: file.version };
      const { message } = await call(endpoint, version);
      toast("good", message);
    } catch (failure) {
      onRefused(sentenceOf(failure));
    }
    await reread();
    setBusy(false);
  };
  return { busy, press };
}

const Key = ({ of }: { of: string }) => (
  <kbd aria-hidden className="hidden rounded-control border border-current px-1 text-small opacity-60 lg:inline">
    {of}
  </kbd>
);
