import { type ReactNode, useState } from "react";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { ScoreGrid, useGrid } from "./grid/grid.page.tsx";
import {
  readScoreSheet,
  readSecond,
  readSheetOfClass,
  type ShownSheet,
  scoreSheets,
  writeScores,
  writeSecond,
} from "./score-sheet.contract.ts";
import { inWords, isWritable, lockedSentence, sheetLooks } from "./score-sheet.rules.ts";
import { SheetRules, SheetTroubles } from "./trouble/trouble.page.tsx";
import { WorkbookDeeds } from "./workbook/workbook.page.tsx";

/** The marks of a class, for its lecturers: `/staff/my-courses/:class/marks`. */
export function ClassMarks({ id, second }: { id: string; second: boolean }) {
  const link = `/staff/my-courses/${id}/marks`;
  const back = <BackLink to={`/staff/my-courses/${id}`}>Back to the class</BackLink>;
  const read = useRead(readSheetOfClass, { class: id });
  return (
    <ReadRecord from={read} of={{ ...scoreSheets, link: "/staff/my-courses" }}>
      {(sheet) =>
        second ? <SecondTyping id={sheet._id} link={link} /> : <SheetOf sheet={sheet} link={link} back={back} />
      }
    </ReadRecord>
  );
}

/** The same for the office: `/staff/score-sheets/:id/marks`. */
export function OfficeSheet({ id, second }: { id: string; second: boolean }) {
  const read = useRead(readScoreSheet, { id });
  if (second) return <SecondTyping id={id} link={`${scoreSheets.link}/${id}/marks`} />;
  return (
    <ReadRecord from={read} of={scoreSheets}>
      {(sheet) => <SheetOfOffice sheet={sheet} />}
    </ReadRecord>
  );
}

/** The sheet of a class that may have none yet, which the office begins: `/staff/score-sheets/class/:class`. */
export function OfficeClass({ id }: { id: string }) {
  const read = useRead(readSheetOfClass, { class: id });
  return (
    <ReadRecord from={read} of={scoreSheets}>
      {(sheet) => <SheetOfOffice sheet={sheet} />}
    </ReadRecord>
  );
}

function SheetOfOffice({ sheet }: { sheet: ShownSheet }) {
  const whole = `${scoreSheets.link}/${sheet._id}`;
  return <SheetOf sheet={sheet} link={`${whole}/marks`} back={<BackLink to={whole}>Back to the sheet</BackLink>} />;
}

const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="button button-quiet">
    {children}
  </Link>
);

const aboutSheet = ({ session, semester, department, lecturers }: Omit<ShownSheet, "list" | "gone" | "profiles">) =>
  [`${session}, ${semesterWords(semester)}`, department, ...lecturers].filter(Boolean).join("; ");

function SheetOf({ sheet, link, back }: { sheet: ShownSheet; link: string; back: ReactNode }) {
  // A spreadsheet that was applied begins the grid anew.
  const [round, setRound] = useState(0);
  const open = isWritable(sheet.state);
  const still = !open || !sheet.writes;
  const store = useGrid({
    ...{ sheet, list: sheet.list, still, round },
    write: writeScores,
    draft: `score-sheet:${sheet._id}`,
  });
  return (
    <>
      <ConsoleHeading
        title={`Marks of ${sheet.code}`}
        note={<WordBadge look={sheetLooks[sheet.state]} word={sheet.state} />}
      >
        {back}
      </ConsoleHeading>
      <p className="mb-1">{sheet.name}</p>
      <p className="mb-4 text-small text-soft">{aboutSheet(sheet)}</p>
      {!open && (
        <div className="mb-4">
          <Alert look="info">{lockedSentence(sheet.state)}</Alert>
        </div>
      )}
      {sheet.state === "Returned" && sheet.reason && (
        <div className="mb-4">
          <Alert look="warn" title="This sheet was returned">
            <p>{sheet.reason}</p>
          </Alert>
        </div>
      )}
      {open && !sheet.writes && (
        <div className="mb-4">
          <Alert look="info">You look at this sheet. Its lecturers type on it, and the examinations office.</Alert>
        </div>
      )}
      <div className="mb-4 flex flex-wrap items-start gap-2">
        <WorkbookDeeds sheet={sheet} still={still} onApplied={() => setRound((before) => before + 1)} />
        {sheet.twice && !still && (
          <Link to={`${link}/second`} className="button button-quiet">
            Type it a second time
          </Link>
        )}
        {sheet.keeps && open && <SheetRules sheet={sheet} />}
      </div>
      {sheet.list.length === 0 ? (
        <EmptyState
          title="The class is empty"
          text="Nobody is registered for it with a registration that counts, so there is no mark to type."
        />
      ) : (
        <ScoreGrid
          key={round}
          store={store}
          state={sheet.state}
          list={sheet.list}
          profiles={sheet.profiles}
          still={still}
        />
      )}
      {sheet.gone.length > 0 && <Gone of={sheet} />}
      {open && <SheetTroubles id={sheet._id} code={sheet.code} store={store} />}
    </>
  );
}

/** With marks, and in the class no more. */
const Gone = ({ of: { gone, code } }: { of: ShownSheet }) => (
  <section aria-labelledby="gone" className="card mt-6 px-4 py-3">
    <h2 id="gone" className="mb-2 text-large">
      Not in the class of {code} any more
    </h2>
    <ul>
      {gone.map((one) => (
        <li
          key={one.student}
          className="grid gap-x-4 border-line border-b py-2 last:border-b-0 md:grid-cols-[12rem_minmax(0,1fr)_6rem]"
        >
          <span className="figures text-small text-soft">{one.matric}</span>
          <span>{one.name}</span>
          <span className="figures">{inWords(one)}</span>
          <span className="text-small text-soft md:col-span-full">{one.why}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** All marks once more, by another person, who sees none of the first. */
function SecondTyping({ id, link }: { id: string; link: string }) {
  const read = useRead(readSecond, { id });
  return (
    <ReadRecord from={read} of={scoreSheets}>
      {(sheet) => (
        <>
          <ConsoleHeading title={`Marks of ${sheet.code}, a second time`}>
            <BackLink to={link}>Back to the marks</BackLink>
          </ConsoleHeading>
          <p className="mb-1">{sheet.name}</p>
          <p className="mb-4 text-small text-soft">{aboutSheet(sheet)}</p>
          <p className="mb-4 max-w-prose">
            Type each mark from the paper, as if nobody had. What was typed first is not shown; where the two differ is
            told once all are typed.
          </p>
          <SecondGrid sheet={sheet} />
        </>
      )}
    </ReadRecord>
  );
}

function SecondGrid({ sheet }: { sheet: Replied<typeof readSecond> }) {
  const still = !isWritable(sheet.state) || !sheet.writes;
  const { list, state } = sheet;
  const store = useGrid({ sheet, list, write: writeSecond, draft: `score-sheet-second:${sheet._id}`, still });
  return <ScoreGrid store={store} state={state} list={list} profiles={[]} still={still} />;
}
