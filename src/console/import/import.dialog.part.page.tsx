import { useId, useState } from "react";
import { sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { sendFile } from "#kit/form/file.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { TableFileField } from "../table-file/table-file.field.part.page.tsx";
import { type Imported, ImportReport, RefusedRows } from "./import.report.part.page.tsx";
import { templateOf } from "./import.rules.ts";

interface ImportParts {
  readonly of: { readonly noun: string; readonly one: string; readonly many: string; readonly facts: readonly Field[] };
  readonly call: AnyEndpoint;
  onHide(): void;
}

/** Records from a file. It is checked first; nothing happens before its reader has seen what would. */
export function ImportDialog({ of, call, onHide }: ImportParts) {
  const id = useId();
  const reread = useReread();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<Imported | null>(null);
  const [refused, setRefused] = useState("");
  const [share, setShare] = useState<number | null>(null);
  const [done, setDone] = useState<{ readonly message: string; readonly left: Imported } | null>(null);
  const many = of.many.toLowerCase();

  const send = async (query: string): Promise<Imported | null> => {
    if (!file) return null;
    setRefused("");
    setShare(0);
    try {
      return (await sendFile({ ...call, path: call.path + query }, "file", file, setShare)) as Imported;
    } catch (failure) {
      setRefused(sentenceOf(failure));
      return null;
    } finally {
      setShare(null);
    }
  };
  const check = async () => setReport(await send("?check=1"));
  const bring = async () => {
    const answer = await send(report && report.wrong.length > 0 ? "?partly=1" : "");
    // Somebody may have saved something since the check: then the rows are told again.
    if (!answer) return setReport(null);
    if (answer.wrong.length > 0) setDone({ message: answer.message, left: answer });
    else {
      toast("good", answer.message);
      onHide();
    }
    await reread();
  };
  const count = report ? report.added + report.changed : 0;
  const left = report ? report.wrong.length + report.more : 0;
  const isReady = report !== null && count > 0;
  if (done) return <LeftOut of={done} name={of.noun} onHide={onHide} />;
  return (
    <Dialog title={`Import ${many}`} onHide={onHide}>
      <div className="grid gap-4">
        <p>
          A CSV or Excel file with a heading above each column. Rows that are there already are changed, others are
          added; nothing is deleted.{" "}
          <a href={templateOf(of.facts)} download={`${of.noun}-template.csv`} className="link">
            Download a file with the headings and what each column takes
          </a>
        </p>
        <TableFileField
          id={id}
          onChoose={(chosen) => {
            setFile(chosen);
            setReport(null);
            setRefused("");
          }}
        />
        {refused && <Alert look="bad">{refused}</Alert>}
        {share !== null && (
          <Progress
            label={
              share < 1 ? "Sending the file" : "The file is here. Its rows are checked now: thousands take a while"
            }
            value={share}
            most={1}
          />
        )}
        {report && <ImportReport report={report} many={many} name={of.noun} />}
        <div className="flex flex-wrap gap-2">
          {isReady ? (
            <button type="button" className="button" disabled={share !== null} onClick={() => void bring()}>
              Import {left > 0 && "the other "}
              {asFigure(count)} {count === 1 ? of.one.toLowerCase() : many}
            </button>
          ) : (
            <button
              type="button"
              className="button"
              disabled={!file || share !== null || report !== null}
              onClick={() => void check()}
            >
              Check the file
            </button>
          )}
          <CloseButton onHide={onHide} />
        </div>
      </div>
    </Dialog>
  );
}

interface LeftOutParts {
  readonly of: { readonly message: string; readonly left: Imported };
  readonly name: string;
  onHide(): void;
}

const LeftOut = ({ of: { message, left }, name, onHide }: LeftOutParts) => (
  <Dialog title="Imported, with rows left out" onHide={onHide}>
    <div className="grid gap-4">
      <Alert look="good">{message}.</Alert>
      {left.refused && (
        <p>
          <RefusedRows file={left.refused} count={left.wrong.length + left.more} name={name} />, then import that file.
        </p>
      )}
      <div>
        <CloseButton onHide={onHide} />
      </div>
    </div>
  </Dialog>
);
