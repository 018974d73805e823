import { Printer } from "lucide-react";
import { useState } from "react";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { StateWord } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { type Board, issueLetter, readBoard } from "./course-allocation.board.contract.ts";
import { ClassLine } from "./course-allocation.class.part.page.tsx";
import { courseAllocations } from "./course-allocation.contract.ts";
import { CopyDialog } from "./course-allocation.copy.part.page.tsx";
import { asUnits, boardLink } from "./course-allocation.rules.ts";

/** A department's classes of a semester with their lecturers, and how much each lecturer has. */
export function AllocationBoard() {
  const [asked] = useSearchParams();
  const read = useRead(withQuery(readBoard, asked.toString()));
  return (
    <Read from={read} waiting={<Waiting />}>
      {(board) => <Screen key={[board.session._id, board.semester, board.department?._id].join()} of={board} />}
    </Read>
  );
}

const Waiting = () => (
  <>
    <ConsoleHeading title="Allocation" />
    <RowBones />
  </>
);

function Screen({ of }: { of: Board }) {
  const mayChange = useRight("course-allocations.change");
  const [copying, setCopying] = useState(false);
  const { classes, department, session, semester } = of;
  const open = classes.filter((one) => one.open).length;
  // A class that gets its lecturer stays where the hands are until the board is opened anew.
  const [order] = useState(() => classes.map(({ _id }) => _id));
  const ordered = [...classes].sort((one, other) => order.indexOf(one._id) - order.indexOf(other._id));
  const here = new URLSearchParams({
    session: session._id,
    semester: String(semester),
    department: department?._id ?? "",
  });
  return (
    <>
      <ConsoleHeading
        title="Allocation"
        note={
          classes.length > 0 &&
          (open === 0 ? (
            <StateWord look="good" word="Every class has a lecturer" />
          ) : (
            <StateWord look="bad" word={`${open} without a lecturer`} />
          ))
        }
      >
        <Link to={courseAllocations.link} className="button button-quiet">
          As a list
        </Link>
        <Link to={`${boardLink}/print?${here}`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          Print
        </Link>
        {mayChange && department && (
          <button type="button" className="button button-quiet" onClick={() => setCopying(true)}>
            Copy last session
          </button>
        )}
      </ConsoleHeading>
      <Asked of={of} />
      {copying && department && (
        <CopyDialog session={session._id} department={department._id} onHide={() => setCopying(false)} />
      )}
      {department === null ? (
        <EmptyState
          title="No department within your reach"
          text="The board shows the departments that your right reaches. Ask the registry to make you their head."
        />
      ) : classes.length === 0 ? (
        <EmptyState
          title={`${department.name} teaches nothing in semester ${semester} of ${session.name}`}
          text="Classes come from the catalogue, under Courses. Choose another semester or department above."
        />
      ) : (
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <ul className="divide-y divide-line rounded-card border border-line bg-surface" aria-label="Classes">
            {ordered.map((one) => (
              <ClassLine key={one._id} of={one} mayChange={mayChange} />
            ))}
          </ul>
          <Loads of={of} mayChange={mayChange} />
        </div>
      )}
    </>
  );
}

/** Which board is shown. */
function Asked({ of: { sessions, departments, session, semester, department } }: { of: Board }) {
  const [asked] = useSearchParams();
  const navigate = useNavigate();
  const ask = (name: string, value: string) => {
    const next = new URLSearchParams(asked);
    next.set(name, value);
    navigate(`${boardLink}?${next}`);
  };
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-3 xl:max-w-4xl">
      <Choice
        label="Department"
        held={department?._id ?? ""}
        list={departments}
        onChoose={(id) => ask("department", id)}
      />
      <Choice label="Session" held={session._id} list={sessions} onChoose={(id) => ask("session", id)} />
      <Choice
        label="Semester"
        held={String(semester)}
        list={[1, 2].map((one) => ({ _id: String(one), name: semesterTitle(one) }))}
        onChoose={(id) => ask("semester", id)}
      />
    </div>
  );
}

interface ChoiceParts {
  readonly label: string;
  readonly held: string;
  readonly list: readonly { readonly _id: string; readonly name: string }[];
  onChoose(id: string): void;
}

const Choice = ({ label, held, list, onChoose }: ChoiceParts) => (
  <label className="grid gap-1">
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

/** Who has how much, the least first; the department's own, then others who teach here. */
function Loads({ of: { loads, least, session }, mayChange }: { of: Board; mayChange: boolean }) {
  const below = loads.filter(({ department, units }) => department === null && units < least).length;
  return (
    <section aria-label="Load" className="grid gap-2">
      <h2 className="text-large">Load</h2>
      <p className="text-small text-soft">
        {below === 0 ? "Everybody has" : `${asCount(below, "lecturer")} below`} the least, {asUnits(least)} in a
        semester. A class that several teach is shared equally.
      </p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {loads.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="min-w-0 grow">
              {one.name}
              {one.department && <span className="block text-small text-soft">{one.department}</span>}
            </span>
            <span className="figures whitespace-nowrap">
              {asUnits(one.units)}
              <span className="text-soft">, {asCount(one.classes, "class", "classes")}</span>
            </span>
            {one.department === null && one.units < least && <StateWord look="info" word="Below the least" />}
            {mayChange && one.classes > 0 && <Letter staff={one._id} name={one.name} session={session._id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Letter({ staff, name, session }: { staff: string; name: string; session: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const issue = async () => {
    setBusy(true);
    try {
      const { _id } = await call(issueLetter, { body: { staff, session }, attempt: newAttempt() });
      navigate(`${boardLink}/letter/${_id}`);
    } catch (failure) {
      toast("bad", (failure as Error).message);
      setBusy(false);
    }
  };
  return (
    <button type="button" className="button button-quiet" disabled={busy} onClick={() => void issue()}>
      Letter
      <span className="sr-only"> of {name}</span>
    </button>
  );
}
