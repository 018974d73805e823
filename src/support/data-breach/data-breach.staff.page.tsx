import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { dataBreaches, exportBreachPeople, readBreachPeople } from "./data-breach.contract.ts";

/** `/staff/data-breaches`: the register, and of one its clock and whom it concerns. */
export const DataBreachesPage = () => (
  <RecordScreens of={dataBreaches} stays next={(row) => <Clock of={row} />}>
    {(row) => <People of={row} />}
  </RecordScreens>
);

/** While the Commission, or the people, are to be told. */
function Clock({ of: row }: { of: Row }) {
  const read = useRead(readBreachPeople, { id: row._id });
  const hours = read.data?.hours ?? null;
  if (row.standing === "People to be told")
    return (
      <Alert look="bad" title="Tell the people">
        The risk is high, so everybody below is told at once and in plain words: what happened, what it may mean, and
        what they can do. Write down when that was done.
      </Alert>
    );
  if (row.standing !== "Running" || hours === null) return null;
  const due = asMinute(String(row.due));
  return hours < 0 ? (
    <Alert look="bad" title="72 hours are over">
      The Commission was to be told by {due}. Tell it now, and why it is late.
    </Alert>
  ) : (
    <Alert look={hours < 24 ? "bad" : "info"} title={`${asCount(hours, "hour")} left`}>
      The Nigeria Data Protection Commission is to be told by {due}. Write down when that was done, or why there is no
      risk to anybody.
    </Alert>
  );
}

function People({ of: row }: { of: Row }) {
  const read = useRead(readBreachPeople, { id: row._id });
  const mayChange = useRight("data-breaches.change");
  return (
    <section aria-labelledby="people" className="card px-5 py-4">
      <h2 id="people" className="text-large">
        Whom it concerns
      </h2>
      <Read from={read} waiting={<div className="bone late mt-3 h-24" />}>
        {({ count, list }) =>
          count === 0 ? (
            <p className="mt-2 text-soft">Nobody is found by what is said above.</p>
          ) : (
            <>
              <p className="mt-2">
                {asCount(count, "person", "people")}
                {count > list.length && `, the first ${asFigure(list.length)} of them`}
              </p>
              <ul className="mt-2 grid gap-2">
                {list.map(({ name, emailaddress, phonenumber, jamb, matric }) => (
                  <li key={`${jamb} ${matric} ${emailaddress}`} className="border-edge border-l-4 pl-3">
                    <span className="font-semibold">{name}</span>{" "}
                    <span className="break-words text-soft">
                      {[matric ?? jamb, emailaddress, phonenumber && localPhone(phonenumber)]
                        .filter(Boolean)
                        .join(", ")}
                    </span>
                  </li>
                ))}
              </ul>
              {mayChange && (
                <p className="mt-3">
                  <a
                    href={`/api${exportBreachPeople.path.replace(":id", row._id)}`}
                    download
                    className="button button-quiet"
                  >
                    All of them as a file
                  </a>
                </p>
              )}
            </>
          )
        }
      </Read>
    </section>
  );
}
