import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useCalmRead, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { offers } from "../offer.contract.ts";
import { readReleaseSession, releases } from "../release/release.contract.ts";
import { useTypedForm } from "../release/release.staff-new.part.page.tsx";
import { type ProgrammeStanding, readReplacements, replaceEntries, replaceLapsed } from "./replacement.contract.ts";

interface DialogParts {
  readonly session: string;
  readonly of: ProgrammeStanding;
  onHide(): void;
}

function ReplaceDialog({ session, of, onHide }: DialogParts) {
  const navigate = useNavigate();
  const reread = useReread();
  const { programme, title, most, free, elsewhere } = of;
  const { sheet, field, wire } = useTypedForm(replaceEntries, {
    session,
    programme,
    count: String(most),
    minute: "",
    note: "",
  });
  return (
    <Dialog title={`Replace in ${title}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Propose the list"
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) => call(replaceLapsed, { body: wire(typed) as never, attempt })}
        done={async ({ _id }) => {
          onHide();
          await reread();
          navigate(`${releases.link}/${_id}`);
        }}
      >
        <p>
          Up to <strong className="figures">{asFigure(most)}</strong> can be offered a place now. As many seats of
          lapsed offers are given up as these need beyond the {asFigure(Math.max(0, (free ?? 0) - elsewhere))} free ones
          that no other list wants; those offers stand no more. A second person approves the list before it goes out.
        </p>
        {field("count")}
        {field("minute")}
        <TextArea {...sheet.field("note")} label="Note for who approves" optional />
      </Form>
    </Dialog>
  );
}

interface Session {
  readonly _id: string;
  readonly label: string;
}

export function ReplacementScreens() {
  const { data } = useCalmRead(readReleaseSession);
  const [chosen, setChosen] = useState<Session | null | undefined>(undefined);
  const session = chosen === undefined ? (data && "_id" in data ? data : null) : chosen;
  return (
    <>
      <ConsoleHeading title="Replacements">
        <div className="filter" data-held={session !== null || undefined}>
          <label htmlFor="session-of" className="text-soft">
            Session
          </label>
          <ReferenceBox
            id="session-of"
            label="Session"
            noun="session"
            chosen={session}
            look="bare"
            placeholder="Choose"
            onChoose={setChosen}
          />
        </div>
      </ConsoleHeading>
      <p className="mb-3">
        <Link to={offers.link} className="link">
          Back to the offers
        </Link>
      </p>
      {session ? (
        <Standings session={session} />
      ) : (
        <EmptyState title="No session chosen" text="Choose the session whose places are given on." />
      )}
    </>
  );
}

function Standings({ session }: { session: Session }) {
  const read = useRead(readReplacements, { session: session._id });
  const mayReplace = useRight("offers.change");
  const [asked, setAsked] = useState<ProgrammeStanding | null>(null);
  return (
    <Read from={read} waiting={<div className="bone late h-48" />}>
      {({ grace, run, programmes }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Alert
            look={run === null ? "warn" : "info"}
            title={run === null ? "No waiting list yet" : `Waiting list of run ${run}`}
          >
            <p>
              {run === null
                ? "A merit list of this session has to be frozen first. "
                : "The next are offered the places in the order of their rank. "}
              A lapsed offer keeps its seat for {asCount(grace, "day")} after its last day, and for as long as a payment
              may still be heard of.
            </p>
          </Alert>
          {programmes.length === 0 ? (
            <EmptyState title="Nothing to give on" text="No offer has lapsed, and nobody waits for a free seat." />
          ) : (
            <Table list={programmes} onReplace={mayReplace ? setAsked : null} />
          )}
          {asked && <ReplaceDialog session={session._id} of={asked} onHide={() => setAsked(null)} />}
        </div>
      )}
    </Read>
  );
}

interface TableParts {
  readonly list: readonly ProgrammeStanding[];
  readonly onReplace: ((of: ProgrammeStanding) => void) | null;
}

const columns = [
  "Seats",
  "Taken",
  "Free",
  "On other lists",
  "Lapsed",
  "Still unsure",
  "Can be given on",
  "Waiting",
] as const;

function Table({ list, onReplace }: TableParts) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section aria-label="Table of programmes" tabIndex={0} className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Programme</th>
            {columns.map((name) => (
              <th key={name} scope="col" className="right">
                {name}
              </th>
            ))}
            {onReplace && (
              <th scope="col">
                <span className="sr-only">What can be done</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <tr key={row.programme}>
              <td>{row.title}</td>
              <td className="right">{row.seats ?? "not said"}</td>
              <td className="right">
                {row.taken}
                {row.beyond > 0 && <strong className="text-bad"> ({row.beyond} beyond)</strong>}
              </td>
              <td className="right">{row.free ?? "–"}</td>
              <td className="right">{row.elsewhere}</td>
              <td className="right">{row.lapsed}</td>
              <td className="right">{row.unsure}</td>
              <td className="right">{row.ready}</td>
              <td className="right">{row.waiting}</td>
              {onReplace && (
                <td className="deeds">
                  {row.most > 0 && (
                    <button type="button" className="button button-quiet" onClick={() => onReplace(row)}>
                      Replace<span className="sr-only"> in {row.title}</span>
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
