import { Printer } from "lucide-react";
import { useState } from "react";
import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import type { Choice, Row, Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { SumsOfRow } from "../academic-record/academic-record.open.part.page.tsx";
import {
  approveGraduation,
  auditAnew,
  declineGraduation,
  graduands,
  graduations,
  lookAtCorrection,
  minuteForm,
  readAwardAudit,
  readDifferences,
  takeOff,
  withdrawGraduation,
} from "./graduation.contract.ts";
import { Findings } from "./graduation.findings.part.page.tsx";

const noLabels = new Map<string, string>();

/** The paper of a list, and what its reader may decide. */
export function Deeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const mayApprove = useRight("graduations.approve");
  const [asked, setAsked] = useState(false);
  const { _id, _title, state } = row;
  const params = { id: _id };
  const isOwn = (row.proposedby as Choice)._id === me._id;
  const nobody = <p>Nobody graduates by it. Everybody on it can be proposed again.</p>;
  return (
    <>
      <Link to={`${graduations.link}/${_id}/print`} className="button button-quiet">
        <Printer aria-hidden className="size-4" />
        Print
      </Link>
      {state === "Proposed" && (
        <>
          <ProposalDeeds
            isOwn={isOwn}
            deeds={[
              {
                word: "Audit anew",
                right: "graduations.change",
                by: "anybody",
                title: `Audit everybody on ${_title} once more?`,
                follows: (
                  <p>
                    Whoever lacks something by now is taken off with the reason, and what changed is written down anew.
                  </p>
                ),
                send: (attempt) => call(auditAnew, { params, attempt }),
              },
              {
                word: "Take the proposal back",
                right: "graduations.change",
                by: "proposer",
                title: `Take back the proposal: ${_title}?`,
                follows: nobody,
                send: (attempt) => call(withdrawGraduation, { params, attempt }),
              },
              {
                word: "Decline",
                right: "graduations.approve",
                by: "another",
                title: `Decline ${_title}`,
                follows: nobody,
                draft: `graduation-decline:${_id}`,
                send: (body, attempt) => call(declineGraduation, { params, body, attempt }),
              },
            ]}
          />
          {mayApprove && !isOwn && (
            <button type="button" className="button" onClick={() => setAsked(true)}>
              Approve
            </button>
          )}
          {asked && <Approving row={row} onHide={() => setAsked(false)} />}
        </>
      )}
    </>
  );
}

const facts = factsOf(minuteForm.entries);
const schema = typedForm(facts, minuteForm as never);

/** Asks for the minute of the board, and by which version it decides. */
function Approving({ row, onHide }: { row: Row; onHide(): void }) {
  const reread = useReread();
  // The version as it was when it was asked.
  const [seen] = useState(row.version as number);
  const sheet = useSheet<Typed, Values>(schema, blankOf(facts));
  return (
    <Dialog title={`Confer the award on ${asCount(Number(row.people), "person", "people")}?`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`graduation-minute:${row._id}`}
        submit="Confer the award"
        beside={<CloseButton onHide={onHide} />}
        send={(_, attempt) =>
          call(approveGraduation, {
            params: { id: row._id },
            body: { seen, ...wireOf(facts, sheet.form.getValues()) } as never,
            attempt,
          })
        }
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>
          Everybody on the list is audited once more, and their status becomes Graduated. It is taken back only person
          by person, as a change of status by two people.
        </p>
        {facts.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
        ))}
      </Form>
    </Dialog>
  );
}

/** Where a list stands, who is on it, and whose record says something else by now. */
export function Standing({ row }: { row: Row }) {
  const people = asCount(Number(row.people), "person", "people");
  const by = (row.decidedby as Choice | null)?.label ?? "";
  const [look, title] = (
    {
      Proposed: ["warn", `${people}. It waits for another person to approve it with the minute of the board`],
      Approved: [
        "good",
        `Conferred on ${people}${row.heldon ? ` on ${asDay(`${row.heldon}T12:00:00Z`)}` : ""} by ${row.minute}`,
      ],
      Declined: ["info", `Declined by ${by}: ${row.decision}`],
      Withdrawn: ["info", "Taken back by whoever proposed it"],
    } as const
  )[row.state as "Proposed"] ?? ["info", ""];
  return (
    <div className="grid max-w-3xl gap-3">
      <Alert look={look} title={title}>
        <p>
          <Link to={`${graduands.link}?graduation=${row._id}`} className="link">
            Look at the people
          </Link>
          {row.state === "Proposed" && <> · to take one off, open the person</>}
        </p>
      </Alert>
      {(row.state === "Proposed" || row.state === "Approved") && <Differences list={row._id} state={row.state} />}
    </div>
  );
}

const MOST_SHOWN = 20;

function Differences({ list, state }: { list: string; state: string }) {
  const read = useRead(readDifferences, { id: list });
  return (
    <Read from={read} waiting={<div className="bone late h-16" />}>
      {(differing) =>
        differing.length > 0 && (
          <Alert
            look="bad"
            title={`The record of ${asCount(differing.length, "person", "people")} says something else by now`}
          >
            <p>
              {state === "Proposed"
                ? "The list cannot be approved like this. Audit it anew."
                : "Somebody looks at each: open the person, and say what was decided. The award itself changes only by taking the graduation back."}
            </p>
            <ul className="mt-1">
              {differing.slice(0, MOST_SHOWN).map(({ _id, name, matric, difference }) => (
                <li key={_id} className="wrap-anywhere">
                  <Link to={`${graduands.link}/${_id}`} className="link">
                    {[name, matric].filter(Boolean).join(", ")}
                  </Link>
                  : {difference}
                </li>
              ))}
            </ul>
            {differing.length > MOST_SHOWN && <p>and {asFigure(differing.length - MOST_SHOWN)} more</p>}
          </Alert>
        )
      }
    </Read>
  );
}

/** What may be done about one person on a list. */
export function PersonDeeds({ row: { _id, _title, state, student, graduation } }: { row: Row }) {
  const of = { student: (student as Choice)._id, list: (graduation as Choice)._id };
  return (
    <ProposalDeeds
      isOwn={false}
      deeds={[
        ...(state === "Listed"
          ? [
              {
                word: "Take off the list",
                right: "graduations.change",
                by: "anybody" as const,
                title: `Take ${_title} off the list`,
                follows: <p>The others stay on it. {_title} can be proposed again later.</p>,
                draft: `graduand-off:${_id}`,
                send: (body: { readonly reason: string }, attempt: string) =>
                  call(takeOff, { params: { id: of.list }, body: { ...body, student: of.student }, attempt }),
              },
            ]
          : []),
        ...(state === "Conferred"
          ? [
              {
                word: "Corrections looked at",
                right: "graduations.change",
                by: "anybody" as const,
                title: `Results of ${_title} that were corrected after the award`,
                follows: (
                  <p>
                    What was decided is kept with the person. The award itself changes only by taking the graduation
                    back, as a change of status by two people.
                  </p>
                ),
                draft: `graduand-looked:${_id}`,
                send: (body: { readonly reason: string }, attempt: string) =>
                  call(lookAtCorrection, { params: { id: _id }, body, attempt }),
              },
            ]
          : []),
      ]}
    />
  );
}

/** The audit of one person as it stands now. */
export function PersonAudit({ row }: { row: Row }) {
  const read = useRead(readAwardAudit, { id: (row.student as Choice)._id });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {({ cgpa, passclass, findings, clearance }) => (
        <section aria-label="Audit as it stands now" className="card max-w-3xl px-5 py-4">
          <h2 className="text-large">The record as it stands now</h2>
          <p className="figures text-soft">
            CGPA {cgpa}
            {passclass && `, ${passclass}`}. <SumsOfRow row={row} />
          </p>
          <Findings of={[...findings, ...clearance]} />
        </section>
      )}
    </Read>
  );
}
