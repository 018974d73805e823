import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import {
  proposeRecordCorrection,
  readCorrectable,
  recordCorrections,
  sendCorrectionEvidence,
} from "./record-correction.desk.contract.ts";
import { AskForm } from "./record-correction.form.part.page.tsx";
import { CorrectionPage } from "./record-correction.one.part.page.tsx";

const newestFirst = { ...recordCorrections, usual: "-createdAt" };
const { link } = recordCorrections;

/** What was asked about what people handed in, and what became of it; one of them; and a new one. */
export function RecordCorrectionsPage() {
  const { pathname, search } = useLocation();
  const mayAsk = useRight("record-corrections.change");
  const asked = new URLSearchParams(search);
  const [noun, record] = [asked.get("noun"), asked.get("record")];
  if (pathname === `${link}/new` && noun && record)
    return mayAsk ? <AskPage key={record} noun={noun} record={record} /> : <NoAccess name="File corrections: change" />;
  const id = matched(`${link}/:id`, pathname)?.id;
  if (id && id !== "new") return <CorrectionPage key={id} of={newestFirst} id={id} />;
  return (
    <RecordList of={newestFirst} addAt={null}>
      <Tabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["Waiting", "Waiting for a decision"],
] as const;

function Tabs() {
  const { search } = useLocation();
  const state = new URLSearchParams(search).get("state") ?? "";
  return (
    <nav aria-label="File corrections" className="views">
      {tabs.map(([value, word]) => (
        <Link
          key={value}
          to={value ? `${link}?state=${value}` : link}
          className="tab"
          aria-current={state === value ? "page" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
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
