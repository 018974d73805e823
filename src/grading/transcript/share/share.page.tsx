import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { CallFailure, callUnsigned, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { Unread } from "#kit/call/read.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { PageHeading, useTitle } from "#kit/page/heading.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { fileNameOf, type OpenedThing } from "../transcript.rules.ts";
import { TranscriptSheet } from "../transcript.sheet.part.page.tsx";
import { openForm, openShared, readShared } from "./share.contract.ts";

type Opened = Replied<typeof openShared>;

interface Opener {
  readonly name: string;
  readonly school: string;
}

/** `/transcript/:token`: a school that was mailed a link says who it is, then reads, prints and downloads. */
export function SharedTranscriptPage() {
  const { token = "" } = useParams();
  const read = useQuery({
    queryKey: ["shared transcript", token],
    queryFn: () => callUnsigned(readShared, { params: { token } }),
    retry: false,
  });
  const [opened, setOpened] = useState<{ readonly by: Opener; readonly found: Opened }>();
  useTitle("Transcript");
  if (opened) return <Shown token={token} {...opened} />;
  if (read.error) return <NoLink failure={read.error} again={() => void read.refetch()} />;
  if (!read.data) return <div className="bone h-72" role="status" aria-label="Please wait..." />;
  return <Door token={token} of={read.data} onOpened={(by, found) => setOpened({ by, found })} />;
}

function NoLink({ failure, again }: { failure: Error; again(): void }) {
  return (
    <>
      <PageHeading title="Transcript" />
      {failure instanceof CallFailure && (failure.status === 200 || failure.status === 404) ? (
        <Alert look="warn" title="This link no longer opens a transcript">
          <p>{failure.message.replace(/\.$/, "")}.</p>
        </Alert>
      ) : (
        <Unread failure={failure} again={again} />
      )}
    </>
  );
}

interface DoorParts {
  readonly token: string;
  readonly of: Replied<typeof readShared>;
  onOpened(by: Opener, found: Opened): void;
}

function Door({ token, of: { student, school, endsAt }, onOpened }: DoorParts) {
  const sheet = useSheet(openForm, { name: "", school });
  return (
    <>
      <PageHeading
        title={`Transcript of ${student}`}
        subtitle={`Shown to ${school} until ${asDay(endsAt)}. ${student} reads who opens it, and when.`}
      />
      <Form
        sheet={sheet}
        draft={null}
        silent
        submit="Open the transcript"
        send={(by) => openedFor(token, by, "Screen")}
        done={(found, by) => onOpened(by, found)}
      >
        <TextField {...sheet.field("name")} autoComplete="name" />
        <TextField {...sheet.field("school")} autoComplete="organization" />
      </Form>
    </>
  );
}

const openedFor = async (token: string, by: Opener, what: OpenedThing) => ({
  message: "",
  ...(await callUnsigned(openShared, { params: { token }, body: { ...by, what }, attempt: newAttempt() })),
});

function Shown({ token, by, found }: { token: string; by: Opener; found: Opened }) {
  const [busy, setBusy] = useState(false);
  const open = (what: OpenedThing, then: (found: Opened) => void) => {
    setBusy(true);
    openedFor(token, by, what)
      .then(then)
      .catch((failure: unknown) => toast("bad", sentenceOf(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <div className="no-print">
        <PageHeading title={`Transcript of ${found.paper.content.student.name}`} />
      </div>
      <div className="no-print mb-4 flex flex-wrap gap-3 *:grow sm:*:grow-0">
        <button type="button" className="button" disabled={busy} onClick={() => open("File", saveFile)}>
          <Download aria-hidden className="size-4" />
          Download the signed file
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={busy}
          onClick={() => open("Paper", () => print())}
        >
          Print
        </button>
      </div>
      <p className="no-print mb-4 text-small text-soft">
        The signed file is for whoever checks it by computer. To read or print, use the paper below. The file is a
        Comprehensive Learner Record (CLR 2.0), signed with a key that the college publishes: a program checks it
        without us. Whether a mark was corrected since, the code at the foot of the paper says.
      </p>
      <TranscriptSheet of={found.paper} />
    </>
  );
}

function saveFile({ file, paper }: Opened): void {
  const address = URL.createObjectURL(new Blob([file ?? ""], { type: "application/jwt" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: fileNameOf(paper.serial) });
  link.click();
  URL.revokeObjectURL(address);
}
