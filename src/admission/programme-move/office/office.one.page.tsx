import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { approveMove, readMove, refuseMove, takeMoveBack } from "../programme-move.contract.ts";

/** What it would bring about, as things stand: entry rules, seats, documents, JAMB. */
export function Effect({ row }: { row: Row }) {
  const read = useRead(readMove, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {({ state, why, verdict, sentence, free, missing, jamb }) => (
        <section aria-label="In the other programme" className="card grid max-w-3xl gap-3 px-5 py-4">
          <h2 className="text-large">In the other programme</h2>
          {why && <Alert look="bad">{why}.</Alert>}
          {jamb && state !== "Moved" && (
            <Alert look="warn" title="JAMB has another choice">
              <p>{jamb}.</p>
            </Alert>
          )}
          <Facts
            list={[
              { label: "Entry rules", value: `${verdict}. ${sentence}` },
              { label: "Free seats", value: free === null ? "Nobody has said how many" : String(free) },
              {
                label: "Documents to ask for",
                value: missing.length === 0 ? "None: all that it requires were handed in" : missing.join(", "),
              },
            ]}
          />
          <p>
            <Link to={`/staff/applications/${(row.application as { _id: string })._id}`} className="link">
              Open the application
            </Link>
          </p>
        </section>
      )}
    </Read>
  );
}

/** Another approves or refuses it; who proposed it takes it back. */
export function Deeds({ row }: { row: Row }) {
  const read = useRead(readMove, { id: row._id });
  if (!read.data) return null;
  const { state, own, version: seen } = read.data;
  if (state !== "Asked" && state !== "Proposed") return null;
  const params = { id: row._id };
  const right = "programme-moves.approve";
  const asked = state === "Asked";
  const back: ProposalDeed = {
    word: "Take back",
    right: "programme-moves.change",
    by: "proposer",
    title: "Take this proposal back?",
    follows: <p>The applicant hears nothing of it.</p>,
    send: (attempt) => call(takeMoveBack, { params, attempt }),
  };
  return (
    <ProposalDeeds
      isOwn={own}
      deeds={[
        ...(asked ? [] : [back]),
        {
          word: "Refuse",
          right,
          by: "another",
          title: `Refuse ${row._title}?`,
          follows: <p>{asked ? "The applicant has a mail with your reason." : "The applicant hears nothing of it."}</p>,
          draft: `programme-move-refuse:${row._id}`,
          send: (body, attempt) => call(refuseMove, { params, body: { ...body, seen }, attempt }),
        },
        {
          word: "Approve",
          right,
          by: "another",
          isMain: true,
          title: `Approve ${row._title}?`,
          follows: (
            <p>
              {asked
                ? "The application moves at once: code, fee and papers stay. A head's advice and a refusal were about the other programme, so the file is checked anew."
                : "The applicant has a mail, and says yes or no by the day. Until then the first choice stands."}
            </p>
          ),
          send: (attempt) => call(approveMove, { params, body: { seen }, attempt }),
        },
      ]}
    />
  );
}
