import { FileText } from "lucide-react";
import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { semesterWords } from "#calendar/session/session.rules.ts";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { MarkFigures } from "../mark-inquiry/mark-inquiry.ask.part.page.tsx";
import {
  approveRectification,
  declineRectification,
  type RectifiedEffect,
  type readRectifiable,
  readRectification,
  withdrawRectification,
} from "./rectification.contract.ts";
import { markInWords, rectificationLooks } from "./rectification.rules.ts";

/** Whose result it is, and what stood before. */
export function ResultFacts({ of }: { readonly of: Omit<Replied<typeof readRectifiable>, "approvers"> }) {
  const { student, earlier, inquiry } = of;
  return (
    <section aria-labelledby="result" className="card px-5 py-4">
      <h2 id="result" className="text-large">
        {of.course} {of.title}
      </h2>
      <Facts
        list={[
          { label: "Student", value: [student.name, student.matric].filter(Boolean).join(", ") },
          { label: "Programme", value: [student.programme, student.level].filter(Boolean).join(", level ") },
          { label: "Status", value: student.status },
          { label: "Semester", value: `${of.session}, ${semesterWords(of.semester)}` },
          { label: "Published mark", value: <MarkFigures of={of.mark} /> },
          ...earlier.map(({ mark, until }) => ({
            label: `Until ${asMinute(until)}`,
            value: <MarkFigures of={mark} />,
          })),
        ]}
      />
      {inquiry && (
        <p className="mt-2">
          The student asks about this mark.{" "}
          <Link to={`/staff/mark-inquiries/${inquiry}`} className="link">
            Read the question
          </Link>
        </p>
      )}
    </section>
  );
}

/** A class of pass stands on papers that were handed out: said before, to both people. */
export const GraduatedWarning = ({ status }: { readonly status: string }) =>
  status === "Graduated" && (
    <Alert look="warn" title="The student has graduated">
      <p>
        The class of pass on the certificate may become another one. See below what changes, and tell whoever keeps the
        certificates.
      </p>
    </Alert>
  );

const rows = [
  ["Grade", ({ grade }) => grade ?? "–"],
  ["GPA of the semester", ({ gpa }) => gpa],
  ["CGPA", ({ cgpa }) => cgpa],
  ["Class of pass", ({ passClass }) => passClass ?? "None"],
  ["Standing", ({ standing }) => standing],
  ["Carry-overs", ({ carryOvers }) => carryOvers.join(", ") || "None"],
] as const satisfies readonly (readonly [string, (of: RectifiedEffect["before"]) => string])[];

/** What follows from another mark, before and after, line by line. */
export function EffectOfMark({
  of: { before, after, total, moderated },
  mark,
}: {
  readonly of: RectifiedEffect;
  /** Of which mark, where it is not on the screen. */
  readonly mark?: string;
}) {
  return (
    <section aria-labelledby="effect" className="card px-5 py-4">
      <h2 id="effect" className="text-large">
        What follows{mark && ` from ${mark}`}
      </h2>
      {moderated && (
        <p className="text-soft">The moderation of this semester lifts it to {total}, as every other mark.</p>
      )}
      <table className="mt-1 w-full">
        <thead>
          <tr className="text-left text-small text-soft">
            <th scope="col" className="py-1.5 font-normal">
              <span className="sr-only">Of the record</span>
            </th>
            <th scope="col" className="py-1.5 font-normal">
              Now
            </th>
            <th scope="col" className="py-1.5 font-normal">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, said]) => (
            <tr key={label} className="border-line border-t align-top">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal text-soft">
                {label}
              </th>
              <td className="figures py-1.5 pr-3">{said(before)}</td>
              <td className="figures py-1.5">
                {said(before) === said(after) ? (
                  <span className="text-soft">the same</span>
                ) : (
                  <strong>{said(after)}</strong>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One rectification, with its evidence and what follows from it. */
export function Before({ row }: { readonly row: Row }) {
  const read = useRead(readRectification, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
          {of.state === "Proposed" && (of.own || of.student.status === "Graduated") && (
            <div className="grid gap-4 lg:col-span-2">
              {of.own && (
                <Alert look="info" title="You proposed this">
                  <p>A colleague who may approve it decides.</p>
                </Alert>
              )}
              <GraduatedWarning status={of.student.status} />
            </div>
          )}
          <section aria-labelledby="marks" className="card px-5 py-4">
            <div className="flex flex-wrap items-start justify-between gap-x-3">
              <h2 id="marks" className="figures text-large">
                {markInWords(of.was)} becomes {markInWords(of.becomes)}
              </h2>
              <WordBadge look={rectificationLooks[of.state]} word={of.state} />
            </div>
            <p className="mt-2 whitespace-pre-line">{String(row.reason)}</p>
            <a href={of.evidence} target="_blank" rel="noreferrer" className="button button-quiet mt-3">
              <FileText aria-hidden className="size-4" />
              Open the evidence<span className="sr-only"> (opens in a new tab)</span>
            </a>
          </section>
          <ResultFacts of={of} />
          {of.effect && <EffectOfMark of={of.effect} />}
        </div>
      )}
    </Read>
  );
}

export function Deeds({ row }: { readonly row: Row }) {
  const read = useRead(readRectification, { id: row._id });
  if (read.data?.state !== "Proposed") return null;
  const { own, version: seen, becomes, course, student } = read.data;
  const params = { id: row._id };
  const stays = <p>{`The mark of ${student.name} in ${course} stays as it is. Another can be proposed.`}</p>;
  return (
    <ProposalDeeds
      isOwn={own}
      deeds={[
        {
          word: "Take the proposal back",
          right: "rectifications.change",
          by: "proposer",
          title: `Take back the proposal for ${course}, ${student.name}?`,
          follows: stays,
          send: (attempt) => call(withdrawRectification, { params, attempt }),
        },
        {
          word: "Decline",
          right: "rectifications.approve",
          by: "another",
          title: `Decline the proposal for ${course}, ${student.name}`,
          follows: stays,
          draft: `rectification-decline:${row._id}`,
          send: (body, attempt) => call(declineRectification, { params, body, attempt }),
        },
        {
          word: "Approve",
          right: "rectifications.approve",
          by: "another",
          isMain: true,
          title: `Approve ${markInWords(becomes)} in ${course} for ${student.name}?`,
          follows: <p>It stands from now on. The student reads it, and the earlier mark beside it.</p>,
          send: (attempt) => call(approveRectification, { params, body: { seen }, attempt }),
        },
      ]}
    />
  );
}
