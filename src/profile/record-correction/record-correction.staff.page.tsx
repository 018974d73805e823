import { type ProposalDeed, ProposalDeeds, ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { Evidence } from "../upload/upload.shown.part.page.tsx";
import { CorrectionBadge } from "./record-correction.change.part.page.tsx";
import {
  approveRecordCorrection,
  declineRecordCorrection,
  proposeRecordCorrection,
  readCorrectable,
  readRecordCorrection,
  recordCorrections,
  sendCorrectionEvidence,
  withdrawRecordCorrection,
} from "./record-correction.desk.contract.ts";
import { AskForm } from "./record-correction.form.part.page.tsx";

type CorrectionFile = Replied<typeof readRecordCorrection>;

interface OneParts {
  readonly of: typeof recordCorrections & { readonly usual: string };
  readonly id: string;
}

/** One correction: what is wrong and what is right, the evidence beside it, and what will not follow. */
function CorrectionPage({ of, id }: OneParts) {
  const read = useRead(of.calls.read, { id });
  const file = useRead(readRecordCorrection, { id });
  return (
    <ReadRecord from={read} of={of}>
      {(answer) => {
        const row = answer as Row;
        return (
          <>
            <ConsoleHeading
              title={`${row.about}: ${row.name}`}
              note={file.data && <CorrectionBadge state={file.data.correction.state} />}
            >
              <Neighbours of={of} id={id} />
              {file.data?.correction.state === "Waiting" && <Deeds file={file.data} />}
            </ConsoleHeading>
            <Read from={file} waiting={<div className="bone late h-64" />}>
              {(found) => <Shown file={found} />}
            </Read>
          </>
        );
      }}
    </ReadRecord>
  );
}

function Shown({ file }: { file: CorrectionFile }) {
  const { correction, evidence } = file;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Notices file={file} />
        <section aria-label="What is wrong and what is right" className="card px-5 py-2">
          <Facts list={factsOf(file)} />
        </section>
        {correction.stays.length > 0 && <Sentences title="What stayed as it was" list={correction.stays} />}
        {file.noun === "application" && (
          <p>
            <Link to={`/staff/applications/${file.record}`} className="link">
              Open the file
            </Link>
          </p>
        )}
      </div>
      {evidence && <Evidence {...evidence} shows="record" />}
    </div>
  );
}

function Notices({ file: { correction, own, same, willfollow, willstay, now } }: { file: CorrectionFile }) {
  if (correction.state !== "Waiting") return null;
  return (
    <>
      {own && (
        <Alert look="info" title="You asked for this">
          <p>A colleague who may approve it decides.</p>
        </Alert>
      )}
      {!same && (
        <Alert look="warn" title="What stands there has changed since this was asked">
          <p>It is {now} now, so it can not be approved. Decline it, or have it asked anew.</p>
        </Alert>
      )}
      {willfollow.length > 0 && <Sentences title="What follows from it" list={willfollow} />}
      {willstay.length > 0 && <Sentences title="What stays as it is" list={willstay} />}
    </>
  );
}

const Sentences = ({ title, list }: { title: string; list: readonly string[] }) => (
  <Alert look="warn" title={title}>
    {list.map((sentence) => (
      <p key={sentence}>{sentence}.</p>
    ))}
  </Alert>
);

const factsOf = ({ correction, now, same, title, code, name, jamb }: CorrectionFile) => [
  { label: "Old value", value: correction.oldvalue },
  { label: "New value", value: <strong className="font-semibold">{correction.newvalue}</strong> },
  ...(same || correction.state !== "Waiting" ? [] : [{ label: "Stands there now", value: now }]),
  ...(correction.reason ? [{ label: "Reason", value: correction.reason }] : []),
  { label: "Name", value: name },
  { label: "JAMB number", value: jamb },
  { label: "Application", value: `${title}, ${code}` },
  {
    label: correction.state === "Changed" ? "Changed" : "Asked",
    value: `${correction.askedby ?? "The applicant"}, ${asMinute(correction.createdAt)}`,
  },
  ...(correction.decidedAt && correction.state !== "Changed"
    ? [
        {
          label: correction.state,
          value: `${correction.decidedby ?? "The applicant"}, ${asMinute(correction.decidedAt)}`,
        },
      ]
    : []),
  ...(correction.decision ? [{ label: "Decision", value: correction.decision }] : []),
];

/** What can be done with a request: by who asked to take it back, by another who may to decide. */
function Deeds({ file: { correction, own, same, version, name, willfollow } }: { file: CorrectionFile }) {
  const params = { id: correction._id };
  const about = `${correction.about}, ${name}`;
  const change = (
    <p className="figures">
      {correction.oldvalue} → <strong className="font-semibold">{correction.newvalue}</strong>
    </p>
  );
  const unchanged = <p className="mt-2">Nothing is changed. It can be asked anew.</p>;
  const told = <p className="mt-2">The applicant reads the reason.</p>;
  const approve: ProposalDeed = {
    word: "Approve",
    right: "record-corrections.approve",
    by: "another",
    isMain: true,
    title: `Approve: ${about}`,
    follows: (
      <>
        {change}
        <p className="mt-2">
          It is corrected at once: in the file, on papers and where the applicant filled it in. The old value is kept.
        </p>
        {willfollow.map((sentence) => (
          <p key={sentence} className="mt-2">
            {sentence}.
          </p>
        ))}
        {told}
      </>
    ),
    draft: `record-correction-approve:${correction._id}`,
    send: ({ reason }, attempt) =>
      call(approveRecordCorrection, { params, body: { reason, follows: willfollow }, attempt, version }),
  };
  return (
    <ProposalDeeds
      isOwn={own}
      deeds={[
        {
          word: "Withdraw",
          right: "record-corrections.change",
          by: "proposer",
          title: `Withdraw: ${about}`,
          follows: (
            <>
              {change}
              {unchanged}
            </>
          ),
          draft: `record-correction-withdraw:${correction._id}`,
          send: (body, attempt) => call(withdrawRecordCorrection, { params, body, attempt, version }),
        },
        {
          word: "Decline",
          right: "record-corrections.approve",
          by: "another",
          title: `Decline: ${about}`,
          follows: (
            <>
              {change}
              {unchanged}
              {told}
            </>
          ),
          draft: `record-correction-decline:${correction._id}`,
          send: (body, attempt) => call(declineRecordCorrection, { params, body, attempt, version }),
        },
        ...(same ? [approve] : []),
      ]}
    />
  );
}

const newestFirst = { ...recordCorrections, usual: "-createdAt" };
const { link } = recordCorrections;

/** What was asked about what people handed in, and what became of it; one of them; and a new one. */
export function RecordCorrectionsPage() {
  const { pathname, search } = useLocation();
  const mayAsk = useRight("record-corrections.change");
  const asked = new URLSearchParams(search);
  const noun = asked.get("noun");
  const record = asked.get("record");
  if (pathname === `${link}/new` && noun && record)
    return mayAsk ? <AskPage key={record} noun={noun} record={record} /> : <NoAccess name="File corrections: change" />;
  const id = matched(`${link}/:id`, pathname)?.id;
  if (id && id !== "new") return <CorrectionPage key={id} of={newestFirst} id={id} />;
  return (
    <RecordList of={newestFirst} addAt={null}>
      <ProposalTabs
        name="File corrections"
        link={link}
        waiting={{ state: "Waiting", word: "Waiting for a decision" }}
      />
    </RecordList>
  );
}

/** The desk asks for the owner of a record, who is told. */
function AskPage({ noun, record }: { noun: string; record: string }) {
  const read = useRead(readCorrectable, { noun, record });
  const reread = useReread();
  const navigate = useNavigate();
  return (
    <Read from={read} waiting={<div className="bone late h-64" />}>
      {(found) => (
        <>
          <ConsoleHeading title={`Ask for a correction: ${found.record.name}`} />
          <p className="mb-5 max-w-prose">
            {found.record.title}, {found.record.code}. A colleague who may approve it decides, and the applicant gets a
            mail now and then.
          </p>
          <AskForm
            of={found.record}
            lists={found.lists}
            byOwner={false}
            first={null}
            keep={sendCorrectionEvidence}
            send={(body, attempt) => call(proposeRecordCorrection, { body, attempt })}
            done={async ({ _id }) => {
              await reread();
              navigate(`${link}/${_id}`);
            }}
          />
        </>
      )}
    </Read>
  );
}
