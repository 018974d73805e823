import { useEffect, useRef, useState } from "react";
import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { CallFailure, call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { PaperPicture, useFreshLinks } from "../../review/review.papers.part.page.tsx";
import { bookingLooks, type OriginalState, originalStates } from "../screening.rules.ts";
import { type HallOriginal, type HallSheet, MOST_SCORE, readHallSheet, saveHallSheet } from "./hall.contract.ts";

interface SheetParts {
  /** Of the application. */
  readonly id: string;
  readonly day: { readonly _id: string; readonly name: string };
  /** After it was saved: the next person. */
  done(): void;
}

/** One person at the table: the face and the claims beside what is ticked, and one button that keeps all of it. */
export function HallSheetForm({ id, day, done }: SheetParts) {
  const read = useRead(readHallSheet, { id });
  useFreshLinks(read.refetch);
  return (
    <Read from={read} waiting={<div className="bone late h-60" />}>
      {(sheet) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <Taking key={sheet.version} sheet={sheet} day={day} done={done} />
          <Claims sheet={sheet} />
        </div>
      )}
    </Read>
  );
}

interface Tick {
  readonly state: OriginalState | "";
  readonly words: string;
}

function Taking({ sheet, day, done }: Omit<SheetParts, "id"> & { readonly sheet: HallSheet }) {
  const { _id, name, jamb, code, programme, booking, originals, kept, weight } = sheet;
  const mayTake = useRight("screening.change");
  const reread = useReread();
  const [ticks, setTicks] = useState<Readonly<Record<string, Tick>>>(() =>
    Object.fromEntries(originals.map(({ item, state, words }) => [item, { state: state ?? "", words: words ?? "" }])),
  );
  const written = sheet.score === null ? "" : String(sheet.score);
  const [score, setScore] = useState(written);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<{ readonly message: string; readonly fields: Record<string, string> } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const attempt = useRef(newAttempt());
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const isTaken = booking !== null && booking.state !== "Booked";
  const heldDay = booking?.day ?? day._id;
  const save = async (state: "Attended" | "Absent") => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const ticked = Object.entries(ticks).flatMap(([item, { state: seen, words }]) =>
      seen === "" ? [] : [{ item, state: seen, words }],
    );
    const typed = score.trim();
    try {
      const body = {
        day: heldDay,
        state,
        originals: state === "Absent" ? [] : ticked,
        // As it was is not sent: a score that a file brought has decimals, and is nobody's mistake here.
        ...(typed !== written && { score: typed === "" ? null : Number(typed) }),
        reason,
      };
      const { message } = await call(saveHallSheet, {
        params: { id: _id },
        body,
        version: sheet.version,
        attempt: attempt.current,
      });
      toast("good", message);
      await reread();
      done();
    } catch (failure) {
      attempt.current = newAttempt();
      const fields = failure instanceof CallFailure ? { ...failure.fields } : {};
      setProblem({ message: sentenceOf(failure), fields });
      // What another table has saved is shown by a new sheet; nothing of it is overwritten unseen. The sentence outlives this one.
      if (failure instanceof CallFailure && failure.status === 409) {
        toast("bad", failure.message);
        await reread();
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="card"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        void save("Attended");
      }}
    >
      <div className="px-4 py-3">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-large">
          {name}
          {booking && <WordBadge look={bookingLooks[booking.state]} word={booking.state} />}
        </h2>
        <p className="figures flex flex-wrap gap-x-4 text-soft">
          <span className="font-semibold text-ink">JAMB {jamb}</span>
          <span>{code}</span>
          <span>{programme}</span>
        </p>
        <p className="mt-1">{bookingWords(sheet, day)}</p>
      </div>
      {problem && (
        <div className="px-4 pb-3">
          <Alert look="bad">{problem.message}</Alert>
        </div>
      )}
      <ol className="border-line border-t">
        {originals.map((one, at) => (
          <Original
            key={one.item}
            of={one}
            tick={ticks[one.item] ?? { state: "", words: "" }}
            field={at === 0 ? first : undefined}
            may={mayTake}
            onTick={(tick) => setTicks({ ...ticks, [one.item]: tick })}
          />
        ))}
      </ol>
      <div className="grid gap-3 border-line border-t p-4">
        <label className="grid max-w-40 gap-1">
          <span className="font-semibold">Score, 0 to {MOST_SCORE}</span>
          <input
            className="control figures"
            inputMode="numeric"
            value={score}
            disabled={!mayTake || kept !== null}
            aria-invalid={problem?.fields.score ? true : undefined}
            onChange={({ target }) => setScore(target.value)}
          />
        </label>
        <p className="text-small text-soft">
          {kept ??
            (weight > 0
              ? `It counts ${weight} percent in the merit list. Leave it empty where nothing is scored.`
              : "The merit scheme gives the screening no weight now: a score is kept, and counts for nothing.")}
        </p>
        {isTaken && (
          <label className="grid gap-1">
            <span className="font-semibold">Reason, where you correct what was saved</span>
            <input
              className="control"
              value={reason}
              aria-invalid={problem?.fields.reason ? true : undefined}
              onChange={({ target }) => setReason(target.value)}
            />
          </label>
        )}
        {mayTake && (
          <div className="flex flex-wrap gap-2">
            <button type="submit" className="button" disabled={busy}>
              {busy ? "Please wait..." : "Save: was here"}
            </button>
            {booking && (
              <button type="button" className="button button-quiet" disabled={busy} onClick={() => void save("Absent")}>
                Save: absent
              </button>
            )}
          </div>
        )}
      </div>
    </form>
  );
}

function bookingWords({ booking }: HallSheet, day: { readonly _id: string; readonly name: string }): string {
  if (!booking) return `Has no booking. Saving keeps that he or she came to ${day.name}.`;
  const at = booking.at ? `, ${shortMinute(booking.at)}` : ", without a booking";
  const elsewhere = booking.day === day._id ? "" : " That is another day than this one: what you save stands there.";
  const taken = booking.by && booking.stateAt ? ` ${booking.by} marked it ${shortMinute(booking.stateAt)}.` : "";
  return `${booking.dayname}${at}.${taken}${elsewhere}`;
}

interface OriginalParts {
  readonly of: HallOriginal;
  readonly tick: Tick;
  readonly field: React.Ref<HTMLInputElement> | undefined;
  readonly may: boolean;
  onTick(tick: Tick): void;
}

/** One original: three choices that the arrow keys go through, and words where it differs. */
function Original({ of: { item, label, file, by }, tick, field, may, onTick }: OriginalParts) {
  return (
    <li className="border-line border-b px-4 py-2.5 last:border-b-0">
      <fieldset disabled={!may} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <legend className="float-left min-w-0 grow font-semibold">
          {label}
          {by && <span className="font-normal text-small text-soft"> ({by})</span>}
        </legend>
        {file && (
          <a href={file.link} target="_blank" rel="noreferrer" className="link text-small">
            See the upload<span className="sr-only"> of {label} (opens in a new tab)</span>
          </a>
        )}
        <div className="flex flex-wrap gap-x-4">
          {originalStates.map((state, at) => (
            <label key={state} className="inline-flex min-h-9 items-center gap-1.5">
              <input
                ref={at === 0 ? field : undefined}
                type="radio"
                name={`original-${item}`}
                checked={tick.state === state}
                onChange={() => onTick({ ...tick, state })}
              />
              {state}
            </label>
          ))}
        </div>
      </fieldset>
      {tick.state === "Differs" && (
        <label className="mt-1 grid gap-1">
          <span className="text-small">What differs of {label}</span>
          <input
            className="control"
            value={tick.words}
            disabled={!may}
            onChange={({ target }) => onTick({ ...tick, words: target.value })}
          />
        </label>
      )}
    </li>
  );
}

/** What the file says of the person, to be held against the face and the originals. */
function Claims({
  sheet: { photo, name, gender, dateofbirth, stateoforigin, lgaoforigin, results },
}: {
  sheet: HallSheet;
}) {
  return (
    <aside aria-label="What the file says" className="grid gap-4 max-lg:order-first">
      {photo ? (
        <div className="max-lg:w-32">
          <PaperPicture link={photo} what={`Photograph of ${name}`} look="aspect-[4/5] w-full object-cover" />
        </div>
      ) : (
        <p className="card p-4 text-small text-soft">There is no photograph. Compare the face with an identity card.</p>
      )}
      <section aria-label="Claims" className="card p-4 text-small">
        <p>
          {gender}, born {asDay(`${dateofbirth}T12:00:00Z`)}
        </p>
        <p>
          {lgaoforigin}, {stateoforigin}
        </p>
        {results.map(({ sitting, grades }) => (
          <div key={sitting} className="mt-3">
            <h3 className="font-sans font-semibold">{sitting}</h3>
            <ul>
              {grades.map(({ subject, scored }) => (
                <li key={subject} className="flex justify-between gap-3">
                  <span>{subject}</span>
                  <strong className="figures">{scored}</strong>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </aside>
  );
}
