import { Download, Printer } from "lucide-react";
import { semesterTitle, semesterWords } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { RecordSums } from "../academic-record/academic-record.sums.part.page.tsx";
import { BoardDeeds } from "./broadsheet.board.page.tsx";
import { type Broadsheet, exportBroadsheet, readBroadsheet, readPendingRecord } from "./broadsheet.contract.ts";
import { broadsheetLink } from "./broadsheet.rules.ts";
import { Averages, Courses, Findings } from "./broadsheet.summary.page.tsx";
import { BroadsheetTable } from "./broadsheet.table.part.page.tsx";

/** `/staff/broadsheets`: a class of students with what each has in each course, before the board approves it. */
export function BroadsheetScreen() {
  const [asked] = useSearchParams();
  const read = useRead(withQuery(readBroadsheet, asked.toString()));
  const isBoard = useRight("broadsheets.approve");
  const query = asked.toString();
  return (
    <>
      <ConsoleHeading
        title="Broadsheet"
        note={
          read.data && (
            <span className="text-soft">
              {asCount(read.data.rows.length, "student")}, {asCount(read.data.courses.length, "course")}
            </span>
          )
        }
      >
        {read.data && read.data.rows.length > 0 && (
          <>
            <a href={`/api${exportBroadsheet.path}${query && `?${query}`}`} download className="button button-quiet">
              <Download aria-hidden className="size-4" />
              Download
            </a>
            <Link to={`${broadsheetLink}/print${query && `?${query}`}`} className="button button-quiet">
              <Printer aria-hidden className="size-4" />
              Print
            </Link>
            {isBoard && <BoardDeeds of={read.data} />}
          </>
        )}
      </ConsoleHeading>
      <Read from={read} waiting={<RowBones />}>
        {(of) => (
          <>
            <Asked of={of} />
            <Waiting of={of} />
            {of.rows.length === 0 ? (
              <EmptyState
                title={`Nobody is registered in ${of.level} level of ${of.programme.name}`}
                text={`In the ${semesterWords(of.semester)} of ${of.session.name}. Choose another class of students above.`}
              />
            ) : (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
                <Findings of={of} />
                <BroadsheetTable of={of} />
                <Courses of={of} />
                <Averages of={of} />
              </div>
            )}
          </>
        )}
      </Read>
    </>
  );
}

const semesters = [1, 2].map((one) => ({ _id: String(one), name: semesterTitle(one) }));

/** Which broadsheet is shown. A range says programme, level and semester by itself. */
function Asked({ of }: { of: Broadsheet }) {
  const navigate = useNavigate();
  const held = {
    programme: of.programme._id,
    session: of.session._id,
    level: String(of.level),
    semester: String(of.semester),
  };
  const go = (query: Record<string, string>) => navigate(`${broadsheetLink}?${new URLSearchParams(query)}`);
  const ask = (name: string) => (value: string) => go({ ...held, [name]: value });
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
      <Choice label="Programme" held={held.programme} list={of.programmes} onChoose={ask("programme")} />
      <Choice label="Session" held={held.session} list={of.sessions} onChoose={ask("session")} />
      <Choice
        label="Level"
        held={held.level}
        list={of.levels.map((level) => ({ _id: String(level), name: String(level) }))}
        onChoose={ask("level")}
      />
      <Choice label="Semester" held={held.semester} list={semesters} onChoose={ask("semester")} />
      {of.ranges.length > 0 && (
        <Choice
          label="Range of steps"
          held={of.range?._id ?? ""}
          list={[
            { _id: "", name: "This semester alone" },
            ...of.ranges.map(({ _id, from, to }) => ({ _id, name: `Steps ${from} to ${to}` })),
          ]}
          onChoose={(range) => go(range ? { range, session: held.session } : held)}
        />
      )}
    </div>
  );
}

/** Where the board has something to decide, with the way there. */
function Waiting({ of }: { of: Broadsheet }) {
  const isBoard = useRight("broadsheets.approve");
  if (of.waiting.length === 0) return null;
  return (
    <details className="mb-4" open={isBoard}>
      <summary className="min-h-11 cursor-pointer py-2.5">
        {asCount(of.waiting.length, "broadsheet waits", "broadsheets wait")} for the board
      </summary>
      <ul>
        {of.waiting.map(({ _id, name, level, semester, sheets }) => (
          <li key={`${_id} ${level} ${semester}`} className="py-1.5">
            <Link
              to={`${broadsheetLink}?${new URLSearchParams({ programme: _id, level: String(level), semester: String(semester), session: of.session._id })}`}
              className="link"
            >
              {name}, {level} level, {semesterWords(semester)}
            </Link>
            : {asCount(sheets, "sheet")}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ChoiceParts {
  readonly label: string;
  readonly held: string;
  readonly list: readonly { readonly _id: string; readonly name: string }[];
  onChoose(id: string): void;
}

const Choice = ({ label, held, list, onChoose }: ChoiceParts) => (
  <label className="grid min-w-0 gap-1">
    <span className="font-semibold">{label}</span>
    <select className="control" value={held} onChange={(event) => onChoose(event.target.value)}>
      {list.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

/** `/staff/broadsheets/sums/:student`: what each average of a student on the broadsheet is made of. */
export function SumsOfStudent({ id }: { id: string }) {
  const read = useRead(readPendingRecord, { student: id });
  const [asked] = useSearchParams();
  const session = asked.get("term");
  return (
    <>
      <ConsoleHeading title={read.data ? read.data.name : "Sums"} note={read.data?.matric} />
      <Read from={read} waiting={<div className="bone late h-48" />}>
        {(of) => (
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            <Alert look="info" title="Not published">
              <p>Marks that the board has not approved are counted here as they stand now.</p>
            </Alert>
            <RecordSums of={of} open={session ? { session, semester: Number(asked.get("semester")) } : undefined} />
          </div>
        )}
      </Read>
    </>
  );
}
