import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { lectures } from "../lecture.contract.ts";
import { heldOn } from "../lecture.room.part.page.tsx";
import { readSheet, type Sheet, writeSheet } from "./attendance.contract.ts";
import { FromPaper } from "./attendance.paper.part.page.tsx";

/** `/staff/lectures/:id/attendance`: the class by name; all are there until they are marked absent. */
export function SheetPage({ id }: { id: string }) {
  const read = useRead(readSheet, { id });
  const may = useRight("lectures.change");
  return (
    <ReadRecord from={read} of={lectures}>
      {(of) => (
        <>
          <ConsoleHeading title={`${of.code}: ${of.lecture.name}`}>
            <Link to={`${lectures.link}/class/${of._id}`} className="button button-quiet">
              Back to the class
            </Link>
          </ConsoleHeading>
          <p className="mb-4 text-soft">{heldOn(of.lecture.date)}</p>
          {of.list.length === 0 ? (
            <EmptyState
              title="The class is empty"
              text="Nobody is registered for it with a registration that counts, so there is nobody to mark."
            />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
              <Marks key={marksKey(of)} of={of} may={may && of.teaches} />
              {may && of.teaches && <FromPaper id={id} />}
            </div>
          )}
        </>
      )}
    </ReadRecord>
  );
}

/** What was marked meanwhile begins the sheet anew. */
const marksKey = ({ list }: Sheet) => list.map(({ student, present }) => `${student}${present}`).join();

function Marks({ of, may }: { of: Sheet; may: boolean }) {
  const reread = useReread();
  const wasTaken = of.lecture.taken !== null;
  const before = (present: boolean | null) => (wasTaken ? present === true : present !== false);
  const [absent, setAbsent] = useState(
    () => new Set(of.list.filter(({ present }) => !before(present)).map(({ student }) => student)),
  );
  const [attempt, setAttempt] = useState(newAttempt);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const turn = (student: string) => {
    setAttempt(newAttempt());
    setAbsent((had) =>
      had.has(student) ? new Set([...had].filter((one) => one !== student)) : new Set([...had, student]),
    );
  };
  const save = async () => {
    setBusy(true);
    setRefused("");
    try {
      const marks = of.list.map(({ student, present }) => ({ student, present: !absent.has(student), had: present }));
      const { message, kept } = await call(writeSheet, {
        params: { id: of.lecture._id },
        body: { how: "List", marks },
        attempt,
      });
      toast(kept > 0 ? "warn" : "good", message);
      await reread();
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure));
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="marks" className="card px-5 py-4">
      <h2 id="marks" className="text-large">
        {of.list.length - absent.size} present, {absent.size} absent
      </h2>
      {may && (
        <p className="text-soft">
          Untick whoever is absent: Tab goes on to the next, the space bar turns. Nothing is kept before you save.
        </p>
      )}
      {of.lecture.code && (
        <Alert look="info">
          <p>A code is open until {asMinute(of.lecture.code.until)}. Saving the list ends it.</p>
        </Alert>
      )}
      <ol className="my-3">
        {of.list.map(({ student, name, matric, present, how, by, at }) => (
          <li key={student} className="border-line border-b last:border-b-0">
            <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
              <input
                type="checkbox"
                checked={!absent.has(student)}
                disabled={!may}
                onChange={() => turn(student)}
                className="size-5 shrink-0"
              />
              <span className="min-w-0 grow">
                <span className="block">{name}</span>
                <span className="figures block text-small text-soft">{matric}</span>
              </span>
              {present !== null && (
                <span className="text-right text-small text-soft">
                  {present ? "Present" : "Absent"}
                  <span className="block">{how === "Code" ? "own phone" : `${by}, ${at && asMinute(at)}`}</span>
                </span>
              )}
            </label>
          </li>
        ))}
      </ol>
      {refused && <Alert look="bad">{refused}</Alert>}
      {may && (
        <div className="sticky bottom-0 flex flex-wrap gap-2 bg-surface py-3">
          <button type="button" className="button" disabled={busy} onClick={() => void save()}>
            {busy ? "Please wait..." : "Save attendance"}
          </button>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              setAttempt(newAttempt());
              setAbsent(absent.size === of.list.length ? new Set() : new Set(of.list.map(({ student }) => student)));
            }}
          >
            {absent.size === of.list.length ? "All present" : "All absent"}
          </button>
        </div>
      )}
    </section>
  );
}
