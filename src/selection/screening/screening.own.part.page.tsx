import { useState } from "react";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asMinute, asWeekday } from "#kit/value/dates.rules.ts";
import { bookSlot, type OwnScreening, readOwnScreening } from "./booking/booking.contract.ts";

/** When and where one is screened, and the times that can be chosen; nothing while the college has told no day. */
export function OwnScreenings() {
  const read = useRead(readOwnScreening);
  return (
    <Read from={read} waiting={<div className="bone late h-24" />}>
      {(list) => {
        const shown = list.filter(({ booking, days }) => booking !== null || days.length > 0);
        return (
          <>
            {shown.map((one) => (
              <ScreeningCard key={one._id} of={one} isOne={shown.length === 1} />
            ))}
          </>
        );
      }}
    </Read>
  );
}

function ScreeningCard({ of, isOne }: { of: OwnScreening; isOne: boolean }) {
  const { _id, programme, booking, days } = of;
  const [changes, setChanges] = useState(false);
  return (
    <section aria-label={`Screening: ${programme}`} className="card grid gap-4 p-4 sm:p-5">
      <div>
        <h2 className="text-large">Your screening</h2>
        {!isOne && <p className="text-soft">{programme}</p>}
      </div>
      {booking ? (
        <>
          <Booked booking={booking} />
          {booking.state === "Booked" && (
            <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
              <Link to={`/print/${_id}?screening`} className="button">
                Print screening slip
              </Link>
              {booking.movable && days.length > 0 && !changes && (
                <button type="button" className="button button-quiet" onClick={() => setChanges(true)}>
                  Change the time
                </button>
              )}
            </div>
          )}
        </>
      ) : (
        <p>The college looks at you and your originals. Choose a time: it is kept for you alone.</p>
      )}
      {(!booking || changes) && <Times of={of} done={() => setChanges(false)} />}
    </section>
  );
}

function Booked({ booking: { starts, day, hall, bring, state } }: { booking: NonNullable<OwnScreening["booking"]> }) {
  if (state === "Attended") return <p>You were at the screening. The college decides next.</p>;
  return (
    <div>
      <p className="font-semibold text-large">
        {asWeekday(starts ?? `${day}T12:00:00Z`)}
        {starts && `, ${clockOf(starts)}`}
      </p>
      <p>{hall}</p>
      {state === "Absent" ? (
        <p className="mt-2 font-semibold text-warn">
          You did not come at your time. Ask the admissions office whether there is another one.
        </p>
      ) : (
        <p className="mt-2 whitespace-pre-line">
          Bring the printed slip and the originals of all that you uploaded.{bring && ` ${bring}`}
        </p>
      )}
    </div>
  );
}

const clockOf = (iso: string): string => asMinute(iso).split(" at ").at(-1) ?? "";

/** The days that can be chosen, and their times with how many places each has. */
function Times({ of: { _id, days, booking }, done }: { of: OwnScreening; done(): void }) {
  const reread = useReread();
  const [refused, setRefused] = useState("");
  const [busy, setBusy] = useState(false);
  const take = async (slot: string) => {
    setBusy(true);
    setRefused("");
    try {
      const { message } = await call(bookSlot, { params: { id: _id }, body: { slot }, attempt: newAttempt() });
      toast("good", message);
      done();
    } catch (failure) {
      setRefused(sentenceOf(failure));
    }
    await reread();
    setBusy(false);
  };
  return (
    <div className="grid gap-4">
      {refused && <Alert look="bad">{refused}</Alert>}
      {days.map(({ _id: day, name, day: date, hall, bookby, slots }) => (
        <section key={day} aria-label={name} className="grid gap-2">
          <div>
            <h3 className="font-sans font-semibold">{asWeekday(`${date}T12:00:00Z`)}</h3>
            <p className="text-small text-soft">
              {hall}
              {bookby && `. To be chosen by ${asDay(`${bookby}T12:00:00Z`)}`}
            </p>
          </div>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
            {slots.map(({ _id: slot, starts, left }) => (
              <li key={slot}>
                <button
                  type="button"
                  className="button button-quiet flex w-full flex-col items-center leading-tight"
                  disabled={busy || left === 0 || booking?.slot === slot}
                  onClick={() => void take(slot)}
                >
                  <span>{clockOf(starts)}</span>
                  <span className="text-small">{leftWords(left, booking?.slot === slot)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function leftWords(left: number, isMine: boolean): string {
  if (isMine) return "Your time";
  return left === 0 ? "Full" : asCount(left, "place left", "places left");
}
