import type { ReactNode } from "react";
import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { spoken } from "#console/list/list.columns.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { SpreadBars } from "../../score-spread/score-spread.part.page.tsx";
import { ChangedMarks } from "../history/history.page.tsx";
import { scoreSheets } from "../score-sheet.contract.ts";
import { isWritable, type SheetState, sheetLooks } from "../score-sheet.rules.ts";
import { passSheet, readChain, returnSheet, submitSheet } from "./chain.contract.ts";

type Chain = Replied<typeof readChain>;

/** A sheet as whoever decides looks at it: what is found, how the marks lie, who has had it, and every mark. */
export function SheetShown({ row }: { row: Row }) {
  const read = useRead(readChain, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-48" />}>
      {(of) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p>
            <WordBadge look={sheetLooks[of.state]} word={of.state} /> {of.department}, {of.session},{" "}
            {semesterWords(of.semester)}. {asCount(of.rows.length, "student")}.{" "}
            {of.lecturers.length > 0 && `Taught by ${of.lecturers.map(({ name }) => name).join(", ")}.`}
          </p>
          {of.state === "With board" && <BoardDecides />}
          {of.findings.length > 0 && (
            <Alert look="warn" title="What was found">
              <ul>
                {of.findings.map((finding) => (
                  <li key={finding}>{finding}.</li>
                ))}
              </ul>
            </Alert>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
            <section aria-labelledby="spread" className="card px-5 py-4">
              <h2 id="spread" className="mb-2 text-large">
                Spread of marks
              </h2>
              <SpreadBars of={of.spread} />
            </section>
            <section aria-labelledby="steps" className="card px-5 py-4">
              <h2 id="steps" className="mb-2 text-large">
                Who has had it
              </h2>
              <SheetSteps {...of} />
            </section>
          </div>
          <Marks title="Marks" of={of} rows={of.rows} />
          <ChangedMarks of={of.changed} />
          {of.left.length > 0 && (
            <>
              <p>
                {asCount(of.left.length, "student")} of these marks {of.left.length === 1 ? "takes" : "take"} the course
                no more. They stay on the sheet, and are never published.
              </p>
              <Marks title="Not in the class any more" of={of} rows={of.left} />
            </>
          )}
        </div>
      )}
    </Read>
  );
}

function BoardDecides() {
  const maySee = useRight("broadsheets");
  return (
    <p>
      The board decides it on the broadsheet.{" "}
      {maySee && (
        <Link to="/staff/broadsheets" className="link">
          See the broadsheets
        </Link>
      )}
    </p>
  );
}

function Marks({ title, of: { camax, exammax }, rows }: { title: string; of: Chain; rows: Chain["rows"] }) {
  const headings = [
    ["Student", undefined],
    ["Matric number", undefined],
    [`CA (${camax})`, "right"],
    [`Exam (${exammax})`, "right"],
    ["Total", "right"],
    ["Grade", undefined],
  ] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section className="table-frame" aria-label={title} tabIndex={0}>
      <table {...spoken.table} className="cards table">
        <thead {...spoken.group}>
          <tr {...spoken.row}>
            {headings.map(([word, look]) => (
              <th key={word} scope="col" {...spoken.heading} className={look}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...spoken.group}>
          {rows.map(({ student, name, matric, ca, examination, total, code, grade, passed }) => (
            <tr key={student} {...spoken.row}>
              <td {...spoken.cell} className="first">
                {name}
              </td>
              <td {...spoken.cell} className="figures">
                {matric}
              </td>
              <td {...spoken.cell} className="right figures" data-word="CA">
                {ca ?? "–"}
              </td>
              <td {...spoken.cell} className="right figures" data-word="Exam">
                {examination ?? "–"}
              </td>
              <td {...spoken.cell} className="right figures" data-word="Total">
                {total ?? code ?? "–"}
              </td>
              <td {...spoken.cell} data-word="Grade">
                {grade} {!passed && total !== null && <span className="text-bad text-small">not passed</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the reader may do with a sheet now. */
export function SheetDeeds({ row }: { row: Row }) {
  const read = useRead(readChain, { id: row._id });
  const mayType = useRight("score-sheets.change");
  const of = read.data;
  if (!of) return null;
  const { may, code, seen, state } = of;
  const params = { id: row._id };
  const approve = "score-sheets.approve";
  const [returning, passing, sending] = [
    {
      word: "Return",
      right: state === "With board" ? "broadsheets.approve" : approve,
      by: "anybody",
      title: `Return the sheet of ${code}?`,
      follows: (
        <p>Its lecturers read your reason, and can change the marks again. Then it goes through every office anew.</p>
      ),
      draft: `score-sheet-return:${row._id}`,
      send: (body: { readonly reason: string }, attempt: string) =>
        call(returnSheet, { params, body: { ...body, seen }, attempt }),
    } as const,
    {
      word: "Pass on",
      right: approve,
      by: "anybody",
      isMain: true,
      title: `Pass on the sheet of ${code}?`,
      follows: (
        <p>
          {of.findings.length > 0 && `${of.findings.join(". ")}. `}It goes to the next office under your name. You
          decide no other step of it.
        </p>
      ),
      send: (attempt: string) => call(passSheet, { params, body: { seen, state }, attempt }),
    } as const,
    {
      word: "Send in for the lecturer",
      right: "score-sheets.change",
      by: "anybody",
      title: `Send in the sheet of ${code}?`,
      follows: <p>Its marks are locked, and the head of department decides next. You decide no step of it then.</p>,
      draft: `score-sheet-submit:${row._id}`,
      send: (body: { readonly reason: string }, attempt: string) =>
        call(submitSheet, { params, body: { ...body, seen }, attempt }),
    } as const,
  ];
  const deeds = [
    ...(may.return && state !== "With board" ? [returning] : []),
    ...(may.pass ? [passing] : []),
    ...(may.submit && may.inplace ? [sending] : []),
  ];
  return (
    <>
      {mayType && isWritable(state) && (
        <Link to={`${scoreSheets.link}/${row._id}/marks`} className="button button-quiet">
          Type the marks
        </Link>
      )}
      <ProposalDeeds isOwn={false} deeds={deeds} />
    </>
  );
}

const passedBy: Readonly<Record<SheetState, string>> = {
  Open: "Opened",
  Returned: "Returned",
  "With head": "Sent in",
  "With dean": "Passed by the head",
  "With examinations": "Passed by the dean",
  "With board": "Passed by the examinations office",
  Approved: "Approved by the board",
};

/** The dated steps of a score sheet, and with whom it is now. */
function SheetSteps({ steps, office, since, deciders }: Chain) {
  return (
    <ol className="grid gap-3">
      {steps.map((step) => (
        <Step key={step.at} title={passedBy[step.to]} more={`${asMinute(step.at)}, ${step.by}`}>
          {step.minute && (
            <p>
              Minute {step.minute}
              {step.minuteday && ` of ${asDay(step.minuteday)}`}
            </p>
          )}
          {step.reason && <p className="whitespace-pre-line">{step.reason}</p>}
        </Step>
      ))}
      {office && (
        <Step title={`With the ${office} since ${asDay(since)}`} more={whoNow(deciders)}>
          {null}
        </Step>
      )}
      {steps.length === 0 && !office && <li className="text-soft">Not sent in yet.</li>}
    </ol>
  );
}

const whoNow = (names: readonly string[]): string =>
  names.length === 0
    ? "Nobody may decide it yet: appoint somebody to the office, or give a colleague the right"
    : `${new Intl.ListFormat("en-NG", { type: "disjunction" }).format(names)} may decide now`;

const Step = ({ title, more, children }: { title: string; more: string; children: ReactNode }) => (
  <li className="border-edge border-l-4 pl-3">
    <p className="font-semibold">{title}</p>
    <p className="text-small text-soft">{more}</p>
    {children}
  </li>
);
