import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { hold, letGo, type Way } from "#console/leaving/leaving.way.part.page.tsx";
import { CallFailure, call, newAttempt } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { GridCourse } from "../catalogue/catalogue.contract.ts";
import { courses } from "../course.contract.ts";
import { checkedCourse, type TypedCourse } from "./grid.row.rules.ts";

export interface RowState {
  readonly typed: TypedCourse;
  readonly isDirty: boolean;
  readonly state: "saved" | "saving" | "unsaved";
  /** A sentence by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is about the row as a whole. */
  readonly message: string;
  type(name: string, value: string): void;
  /** Saves what is typed, and `more`. Nothing happens where nothing differs. */
  save(more?: TypedCourse): Promise<void>;
  takeBack(): void;
}

/** What is typed into one row, until it is saved. A refusal leaves it as it is, with its sentences under the boxes. */
export function useRow(course: GridCourse | null, saved: TypedCourse, onSaved?: () => void): RowState {
  const reread = useReread();
  const [changed, setChanged] = useState<TypedCourse>({});
  const [state, setState] = useState<RowState["state"]>("saved");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [message, setMessage] = useState("");
  const latest = useRef<TypedCourse>({});
  const isSaving = useRef(false);
  const isAskedAgain = useRef(false);
  const attempt = useRef({ body: "", key: "" });
  latest.current = changed;
  const isDirty = Object.keys(changed).length > 0;
  useUnsaved(isDirty);

  const differing = (typed: TypedCourse): TypedCourse =>
    Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== (saved[name] ?? "")));

  const type = (name: string, value: string) => {
    setChanged((before) => differing({ ...before, [name]: value }));
    setErrors(({ [name]: _gone, ...others }) => others);
    setState("unsaved");
  };

  const save = async (more: TypedCourse = {}) => {
    const sent = differing({ ...latest.current, ...more });
    if (Object.keys(sent).length === 0) return;
    if (isSaving.current) {
      isAskedAgain.current = course !== null;
      return;
    }
    const checked = checkedCourse({ ...saved, ...sent });
    if ("wrong" in checked) return refuse(checked.wrong, "");
    isSaving.current = true;
    setState("saving");
    setErrors({});
    setMessage("");
    const body = JSON.stringify(checked.body);
    if (attempt.current.body !== body) attempt.current = { body, key: newAttempt() };
    try {
      if (course)
        await call(courses.calls.change, {
          params: { id: course._id },
          body: checked.body,
          version: course.version,
          attempt: attempt.current.key,
        });
      else await call(courses.calls.create, { body: checked.body, attempt: attempt.current.key });
      attempt.current = { body: "", key: "" };
      await reread();
      // What was typed on meanwhile stays, and is saved when the row is left, or at once where it was left already.
      const typedOn = Object.entries(latest.current).filter(([name, value]) => sent[name] !== value);
      setChanged((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => sent[name] !== value)));
      setState(typedOn.length > 0 ? "unsaved" : "saved");
      onSaved?.();
    } catch (failure) {
      isAskedAgain.current = false;
      await refused(failure);
    } finally {
      isSaving.current = false;
    }
  };

  // With the version that the row has by now.
  useEffect(() => {
    if (isSaving.current || !isAskedAgain.current) return;
    isAskedAgain.current = false;
    void save();
  });

  const refused = async (failure: unknown) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status !== 409) return refuse(failure.fields, failure.message);
    attempt.current = { body: "", key: "" };
    await reread();
    refuse(
      {},
      "Somebody else saved this course meanwhile. Press Enter to save yours over it, or Escape to see what they saved",
    );
  };

  const refuse = (wrong: Readonly<Record<string, string>>, said: string) => {
    setErrors(wrong);
    // Each sentence stands under its box; what has no box here is said for the row.
    const [first] = Object.values(wrong);
    setMessage(
      Object.keys(wrong).some((name) => shownBoxes.has(name)) ? "Not saved yet" : said || first || "Not saved yet",
    );
    setState("unsaved");
  };

  const takeBack = () => {
    setChanged({});
    setErrors({});
    setMessage("");
    setState("saved");
  };

  return { typed: { ...saved, ...changed }, isDirty, state, errors, message, type, save, takeBack };
}

const shownBoxes = new Set([
  "code",
  "name",
  "moduletype",
  "credit",
  "half",
  "needs",
  "level",
  "semester",
  "choice",
  "choose",
  "excludes",
  "general",
]);

const unsaved = new Set<string>();
const listeners = new Set<() => void>();

const follow = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Counts a row among those that are not saved. */
function useUnsaved(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    const tell = () => {
      for (const listener of listeners) listener();
    };
    unsaved.add(id);
    tell();
    return () => {
      unsaved.delete(id);
      tell();
    };
  }, [isDirty, id]);
}

/** Holds who leaves while a row is not saved; goes on by itself once all are. */
export function LeaveQuestion() {
  const count = useSyncExternalStore(follow, () => unsaved.size);
  const [way, setWay] = useState<Way | null>(null);
  const navigate = useNavigate();
  const isHeld = count > 0;
  useEffect(() => (isHeld ? hold(setWay) : undefined), [isHeld]);
  const leave = () => {
    if (!way) return;
    letGo();
    setWay(null);
    if (way.to === null) history.back();
    else navigate(way.to);
  };
  useEffect(() => {
    if (way && count === 0) leave();
  });
  if (!way || count === 0) return null;
  return (
    <Dialog title="Leave without saving?" onHide={() => setWay(null)}>
      <p>{asCount(count, "row is", "rows are")} not saved. What is wrong stands under the boxes.</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" className="button" onClick={() => setWay(null)}>
          Stay here
        </button>
        <button type="button" className="button button-danger" onClick={leave}>
          Leave, and discard it
        </button>
      </div>
    </Dialog>
  );
}
