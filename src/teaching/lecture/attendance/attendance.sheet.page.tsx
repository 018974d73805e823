import { useRef } from "react";
import { useWatch } from "react-hook-form";
import * as v from "valibot";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { CallFailure, call, newAttempt } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
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
              <Marks of={of} may={may && of.teaches} />
              {may && of.teaches && <FromPaper id={id} />}
            </div>
          )}
        </>
      )}
    </ReadRecord>
  );
}

/**
 * What the lecturer ticked: who is there and who is not, by `_id`; what all others are, where that was said at one touch; and whether
 * attendance was taken when it began.
 */
const ticksForm = v.strictObject({
  present: v.array(v.string()),
  absent: v.array(v.string()),
  others: v.picklist(["", "present", "absent"]),
  began: v.picklist(["", "untaken", "taken"]),
});

type Ticks = v.InferOutput<typeof ticksForm>;

const untouched: Ticks = { present: [], absent: [], others: "", began: "" };

/**
 * Who is absent by what is saved now and what was said of all others; what was ticked by hand goes before either. The sheet may be read
 * again at any time.
 */
function absentOf({ list, lecture: { taken } }: Sheet, { present, absent, others, began }: Ticks): ReadonlySet<string> {
  const wasTaken = began === "" ? taken !== null : began === "taken";
  const [there, away] = [new Set(present), new Set(absent)];
  const isOther = (one: Listed) =>
    others === "" ? (wasTaken ? one.present === true : one.present !== false) : others === "present";
  const isThere = (one: Listed) => there.has(one.student) || (!away.has(one.student) && isOther(one));
  return new Set(list.filter((one) => !isThere(one)).map(({ student }) => student));
}

function Marks({ of, may }: { of: Sheet; may: boolean }) {
  const reread = useReread();
  const sheet = useSheet(ticksForm, untouched);
  const { form } = sheet;
  const sent = useRef({ body: "", attempt: "" });
  const ticks = { ...untouched, ...useWatch({ control: form.control }) };
  const absent = absentOf(of, ticks);
  const begin = () => {
    if (ticks.began === "") form.setValue("began", of.lecture.taken === null ? "untaken" : "taken", touched);
  };
  const tick = (student: string, isAbsent: boolean) => {
    const but = (ids: readonly string[]) => ids.filter((one) => one !== student);
    form.setValue("present", isAbsent ? but(ticks.present) : [...but(ticks.present), student], touched);
    form.setValue("absent", isAbsent ? [...but(ticks.absent), student] : but(ticks.absent), touched);
    begin();
  };
  const sayOthers = (others: Ticks["others"]) => {
    form.setValue("others", others, touched);
    if (others !== "" || ticks.present.length + ticks.absent.length > 0) begin();
    else form.setValue("began", "", touched);
  };
  const send = async () => {
    const marks = of.list.map(({ student, present }) => ({ student, present: !absent.has(student), had: present }));
    const body = { how: "List" as const, marks };
    const text = JSON.stringify(body);
    if (sent.current.body !== text) sent.current = { body: text, attempt: newAttempt() };
    try {
      return await call(writeSheet, { params: { id: of.lecture._id }, body, attempt: sent.current.attempt });
    } catch (failure) {
      // Somebody has left the class: the ticks stay, on the class as it is now.
      if (failure instanceof CallFailure && failure.status === 409) await reread();
      throw failure;
    }
  };
  return (
    <section aria-labelledby="marks" className={`card px-5 py-4 ${buttonsInView}`}>
      <Guarded form={form} title={`the attendance of ${of.lecture.name}`} />
      <h2 id="marks" className="mb-2 text-large">
        {of.list.length - absent.size} present, {absent.size} absent
      </h2>
      {may ? (
        <Form
          sheet={sheet}
          draft={`attendance:${of.lecture._id}`}
          submit="Save attendance"
          silent
          send={send}
          done={async ({ kept, message }) => {
            toast(kept > 0 ? "warn" : "good", message);
            form.reset(untouched);
            await reread();
          }}
        >
          <p className="text-soft">
            {ticks.others === "absent" || absent.size === of.list.length
              ? "Tick whoever is present."
              : "Untick whoever is absent."}{" "}
            <span className="hidden md:pointer-fine:inline">Tab goes on to the next, the space bar turns. </span>
            What you tick stays on this device until you save.
          </p>
          {of.lecture.code && (
            <Alert look="info">
              <p>A code is open until {asMinute(of.lecture.code.until)}. Saving the list ends it.</p>
            </Alert>
          )}
          <Others of={of} ticks={ticks} absent={absent} onSay={sayOthers} />
          <Students of={of} absent={absent} onTick={tick} />
        </Form>
      ) : (
        <Students of={of} absent={absent} />
      )}
    </section>
  );
}

const touched = { shouldDirty: true };

interface OthersParts {
  readonly of: Sheet;
  readonly ticks: Ticks;
  readonly absent: ReadonlySet<string>;
  onSay(others: Ticks["others"]): void;
}

/** All who were not ticked by hand, at one touch that takes nothing away: the next touch has them as they were. */
function Others({ of, ticks, absent, onSay }: OthersParts) {
  const byHand = new Set([...ticks.present, ...ticks.absent]);
  const others = of.list.filter(({ student }) => !byHand.has(student));
  if (ticks.others === "" && others.length === 0) return null;
  const next = others.every(({ student }) => absent.has(student)) ? "present" : "absent";
  const isUndo = ticks.others !== "";
  return (
    <button type="button" className="button button-quiet justify-self-start" onClick={() => onSay(isUndo ? "" : next)}>
      {isUndo
        ? "Undo: as it was before"
        : others.length === of.list.length
          ? `Begin with all ${next}`
          : `All others ${next}`}
    </button>
  );
}

/** Two hundred names are scrolled through. */
const buttonsInView =
  "[&>form>div:last-child]:sticky [&>form>div:last-child]:bottom-0 [&>form>div:last-child]:bg-surface [&>form>div:last-child]:py-3";

interface StudentsParts {
  readonly of: Sheet;
  readonly absent: ReadonlySet<string>;
  /** Nobody ticks without it. */
  readonly onTick?: (student: string, isAbsent: boolean) => void;
}

function Students({ of, absent, onTick }: StudentsParts) {
  const most = mostMarked(of.list);
  return (
    <>
      {most && (
        <p className="text-small text-soft">
          Marked by {most.by}, {asMinute(most.at)}
          {of.list.some((one) => sourceOf(one, most)) && ", unless a line says otherwise"}.
        </p>
      )}
      <ol>
        {of.list.map((one) => (
          <li key={one.student} className="border-line border-b last:border-b-0">
            <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
              <input
                type="checkbox"
                checked={!absent.has(one.student)}
                disabled={!onTick}
                onChange={(event) => onTick?.(one.student, !event.target.checked)}
                className="size-5 shrink-0"
              />
              <span className="min-w-0 grow">
                <span className="block">{one.name}</span>
                <span className="flex flex-wrap justify-between gap-x-4 text-small text-soft">
                  <span className="figures whitespace-nowrap">{one.matric}</span>
                  <Saved of={of} one={one} isTicked={!absent.has(one.student)} source={sourceOf(one, most)} />
                </span>
              </span>
            </label>
          </li>
        ))}
      </ol>
    </>
  );
}

type Listed = Sheet["list"][number];

interface Marking {
  readonly by: string;
  readonly at: string;
}

/** Who wrote a mark, and when; null where nobody of the staff did. */
const markingOf = ({ by, at }: Listed): Marking | null => (by === null || at === null ? null : { by, at });

const isSame = (one: Marking, other: Marking) => one.by === other.by && asMinute(one.at) === asMinute(other.at);

/** What most marks of the staff have in common; null where the staff marked nobody. */
function mostMarked(list: readonly Listed[]): Marking | null {
  const times = new Map<string, { readonly marking: Marking; count: number }>();
  for (const marking of list.flatMap((one) => markingOf(one) ?? [])) {
    const key = `${marking.by} ${asMinute(marking.at)}`;
    const found = times.get(key);
    if (found) found.count += 1;
    else times.set(key, { marking, count: 1 });
  }
  return [...times.values()].sort((one, other) => other.count - one.count)[0]?.marking ?? null;
}

/** Where a mark comes from, as far as it is not what is said above the list. */
function sourceOf(one: Listed, most: Marking | null): string {
  const marking = markingOf(one);
  if (!marking) return one.how === "Code" ? "own phone" : "";
  if (!most || isSame(marking, most)) return "";
  return `${marking.at > most.at ? "changed by" : "by"} ${marking.by}, ${asMinute(marking.at)}`;
}

interface SavedParts {
  readonly of: Sheet;
  readonly one: Listed;
  readonly isTicked: boolean;
  readonly source: string;
}

/** What is saved of somebody: nothing while attendance was not taken. Who has sent no code is not absent before it is over. */
function Saved({ of: { lecture }, one: { present }, isTicked, source }: SavedParts) {
  if (lecture.taken === null) return null;
  if ((present === true) !== isTicked) return <span className="font-semibold text-warn">not saved</span>;
  if (present === null && lecture.code) return null;
  return (
    <span>
      {present ? "Present" : "Absent"}
      {source && `, ${source}`}
    </span>
  );
}
