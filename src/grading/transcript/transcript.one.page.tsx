import { Download, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectField } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { PrintButton } from "#kit/paper/print.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { SumsOfRow } from "../academic-record/academic-record.open.part.page.tsx";
import { ShareButton, Shares } from "./share/share.part.page.tsx";
import {
  declineTranscript,
  handForm,
  handTranscript,
  makeTranscript,
  makeTranscripts,
  readTranscript,
  signTranscript,
  transcripts,
} from "./transcript.contract.ts";
import { isSignedOff, type LineState } from "./transcript.rules.ts";
import { TranscriptSheet } from "./transcript.sheet.part.page.tsx";

const { link } = transcripts;

/** What can be done with an order of a transcript where it stands. */
export function TranscriptDeeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const read = useRead(readTranscript, { id: row._id });
  const mayMake = useRight("transcripts.change");
  const [asked, setAsked] = useState(false);
  const reread = useReread();
  const state = row.state as LineState;
  const params = { id: row._id };
  const { paper, version: seen = 0 } = read.data ?? {};
  return (
    <>
      <Link to={`/staff/service-orders/${row._id}`} className="button button-quiet">
        The order
      </Link>
      {paper && (
        <Link to={`${link}/${row._id}/print`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          Print
        </Link>
      )}
      {paper && isSignedOff(paper.state) && (
        <a href={`/api/staff/ms_transcript/${row._id}/file`} download className="button button-quiet">
          <Download aria-hidden className="size-4" />
          Signed file
        </a>
      )}
      {mayMake && state === "To make" && (
        <button type="button" className="button" onClick={() => setAsked(true)}>
          Make it
        </button>
      )}
      {asked && (
        <Confirm
          title={`Make the transcript of ${row._title}?`}
          submit="Make it"
          send={(attempt) => call(makeTranscript, { body: { order: row._id }, attempt })}
          onHide={() => setAsked(false)}
          onDone={() => reread()}
        >
          <p>It is made of the record as it stands now, and says so from then on. Somebody else signs it off.</p>
        </Confirm>
      )}
      {state === "Made" && paper && (
        <ProposalDeeds
          isOwn={(row.madeby as Choice | null)?._id === me._id}
          deeds={[
            {
              word: "Send back",
              right: "transcripts.approve",
              by: "another",
              title: `Send the transcript of ${row._title} back`,
              follows: <p>This one is void, and another one is made.</p>,
              draft: `transcript-decline:${row._id}`,
              send: (body, attempt) => call(declineTranscript, { params, body, attempt }),
            },
            {
              word: "Sign off",
              right: "transcripts.approve",
              by: "another",
              isMain: true,
              title: `Sign the transcript of ${row._title} off?`,
              follows: (
                <p>You have compared it with the record. The student gets a mail, and it may leave the college.</p>
              ),
              send: (attempt) => call(signTranscript, { params, body: { seen }, attempt }),
            },
          ]}
        />
      )}
      {mayMake && (state === "Signed off" || state === "Sent") && <HandOut row={row} />}
    </>
  );
}

function HandOut({ row }: { row: Row }) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  const sheet = useSheet(handForm, { how: row.state === "Sent" ? "Collected" : "", said: "" });
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Hand out
      </button>
      {shown && (
        <Dialog title={`Hand out the transcript of ${row._title}`} onHide={hide}>
          <Form
            sheet={sheet}
            draft={`transcript-hand:${row._id}`}
            submit="Hand out"
            beside={<CloseButton onHide={hide} />}
            send={(body, attempt) => call(handTranscript, { params: { id: row._id }, body, attempt })}
            done={async () => {
              hide();
              await reread();
            }}
          >
            <SelectField {...sheet.field("how")} />
            <TextArea {...sheet.field("said")} hint="Such as the courier's waybill, or whose ID card was shown" />
          </Form>
        </Dialog>
      )}
    </>
  );
}

/** What keeps it, its paper, and with whom it was shared. */
export function TranscriptStanding({ row }: { row: Row }) {
  const read = useRead(readTranscript, { id: row._id });
  const mayShare = useRight("transcripts.change");
  return (
    <Read from={read} waiting={<div className="bone late h-96" />}>
      {({ paper, stop, shares }) => (
        <div className="grid gap-4">
          {stop && (
            <Alert look="warn" title="It waits">
              <p>{stop}.</p>
            </Alert>
          )}
          {paper && isSignedOff(paper.state) && (
            <Card title="Shared by a link">
              <div className="grid gap-3">
                {mayShare && (
                  <div>
                    <ShareButton order={row._id} byOffice />
                  </div>
                )}
                <Shares of={shares} mayWithdraw={false} />
              </div>
            </Card>
          )}
          {paper && !isSignedOff(paper.state) && (
            <p>
              Compare it with the record before it is signed off: <SumsOfRow row={row} />
            </p>
          )}
          {paper && <TranscriptSheet of={paper} />}
        </div>
      )}
    </Read>
  );
}

/** The paper alone, as the office prints it. */
export function OfficePaper({ id }: { id: string }) {
  const read = useRead(readTranscript, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the transcript">
          <Link to={`${link}/${id}`} className="button button-quiet">
            Back to the transcript
          </Link>
          {read.data?.paper && <PrintButton />}
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={transcripts}>
        {({ paper }) => (paper ? <TranscriptSheet of={paper} /> : <p>No transcript of this order stands.</p>)}
      </ReadRecord>
    </>
  );
}

type Stopped = Replied<typeof makeTranscripts>["stopped"];

/** Makes all that were chosen; those that wait are named with their reason, and stay in view. */
export function MakeChosen({ picked: { chosen, named, done } }: { picked: Picked }) {
  const [asked, setAsked] = useState(false);
  const [stopped, setStopped] = useState<Stopped>([]);
  const left = useRef<Stopped>([]);
  const send = async (attempt: string) => {
    const { ids, ...rest } = chosen;
    const reply = await call(makeTranscripts, { body: { ...rest, ...(ids && { ids: [...ids] }) }, attempt });
    left.current = reply.stopped;
    return reply;
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        Make
      </button>
      {asked && (
        <Confirm
          title={`Make ${named}?`}
          submit="Make them"
          send={send}
          onHide={() => setAsked(false)}
          onDone={() => (left.current.length > 0 ? setStopped(left.current) : done())}
        >
          <p>Each is made of the record as it stands now. What can not be made is named with its reason.</p>
        </Confirm>
      )}
      {stopped.length > 0 && (
        <Dialog
          title="These could not be made"
          onHide={() => {
            setStopped([]);
            void done();
          }}
        >
          <ul className="grid gap-2">
            {stopped.map(({ order, name, why }) => (
              <li key={order}>
                <strong>{name}</strong>: {why}.
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
