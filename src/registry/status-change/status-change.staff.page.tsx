import { ProposalDeeds, ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { NoAccess, useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import type { StudentStatus } from "../student/student.rules.ts";
import { StudentCard } from "../student/student.selection.part.page.tsx";
import {
  approveChange,
  callOffChange,
  declineChange,
  proposeUndoing,
  readStanding,
  statusChanges,
  withdrawChange,
} from "./status-change.contract.ts";
import { Effect, type Standing } from "./status-change.standing.part.page.tsx";

const ProposePage = opened(() => import("./status-change.propose.part.page.tsx").then((part) => part.ProposePage));

const newestFirst = { ...statusChanges, usual: "-createdAt" };
const { link } = statusChanges;

/** What was proposed about students' status and what became of it; one of them; and a new one. */
export function StudentStatusPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("student-status.change");
  if (pathname === `${link}/new`) return mayChange ? <ProposePage /> : <NoAccess name="Changes of status: change" />;
  if (pathname !== link)
    return (
      <ListingScreens of={statusChanges} deeds={(row) => <Deeds row={row} />} first={(row) => <Before row={row} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Change a status
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Changes of status"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}

const studentOf = (row: Row): string => (row.student as Choice)._id;

/** Whom it is about, and what it brings about while that is still to come. */
function Before({ row }: { row: Row }) {
  const read = useRead(readStanding, { id: studentOf(row) });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
          <StudentCard of={of.student} />
          {(row.state === "Proposed" || row.state === "Approved") && (
            <Effect
              of={of}
              status={row.status as StudentStatus}
              returnon={row.returnon as string | null}
              change={row._id}
            />
          )}
        </div>
      )}
    </Read>
  );
}

function Deeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const read = useRead(readStanding, { id: studentOf(row) });
  if (!read.data) return null;
  const isMine = (row.proposedby as Choice | null)?._id === me._id;
  if (row.state === "Proposed") return <Deciding row={row} of={read.data} isMine={isMine} />;
  if (row.state === "Approved") return <CallOff row={row} />;
  const isUndoable = read.data.changes.some(({ _id, undoable }) => _id === row._id && undoable);
  return isUndoable && !read.data.proposed && <Undo row={row} />;
}

function Deciding({ row, of, isMine }: { row: Row; of: Standing; isMine: boolean }) {
  const params = { id: row._id };
  const what = `${row.status}: ${row.name}`;
  const stays = <p>{`Nothing is changed: ${row.name} stays ${of.student.status}. It can be proposed anew.`}</p>;
  return (
    <ProposalDeeds
      isOwn={isMine}
      deeds={[
        {
          word: "Withdraw",
          right: "student-status.change",
          by: "proposer",
          title: `Withdraw ${what}?`,
          follows: stays,
          send: (attempt) => call(withdrawChange, { params, attempt }),
        },
        {
          word: "Decline",
          right: "student-status.approve",
          by: "another",
          title: `Decline ${what}`,
          follows: stays,
          draft: `status-decline:${row._id}`,
          send: (body, attempt) => call(declineChange, { params, body, attempt }),
        },
        {
          word: "Approve",
          right: "student-status.approve",
          by: "another",
          isMain: true,
          title: `Approve ${what}?`,
          follows: <p>What follows from it stands on this page. A wrong change can be undone, again by two people.</p>,
          send: (attempt) => call(approveChange, { params, body: { seen: of.student.version }, attempt }),
        },
      ]}
    />
  );
}

const CallOff = ({ row }: { row: Row }) => (
  <ProposalDeeds
    isOwn={false}
    deeds={[
      {
        word: "Call off",
        right: "student-status.approve",
        by: "anybody",
        title: `Call off ${row.status}: ${row.name}`,
        follows: <p>Its day has not come, so nothing was changed yet, and nothing will be.</p>,
        draft: `status-call-off:${row._id}`,
        send: (body, attempt) => call(callOffChange, { params: { id: row._id }, body, attempt }),
      },
    ]}
  />
);

const Undo = ({ row }: { row: Row }) => (
  <ProposalDeeds
    isOwn={false}
    deeds={[
      {
        word: "Propose to undo",
        right: "student-status.change",
        by: "anybody",
        title: `Undo ${row.status}: ${row.name}`,
        follows: (
          <p>
            For a change that was wrong. Once a second person approves, the status is {String(row.fromstatus)} again,
            the student is told, and both changes stay in the history. Whoever returns gets another status instead.
          </p>
        ),
        draft: `status-undo:${row._id}`,
        send: (body, attempt) => call(proposeUndoing, { params: { id: row._id }, body, attempt }),
      },
    ]}
  />
);
