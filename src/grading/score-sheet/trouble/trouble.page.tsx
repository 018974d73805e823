import { useState } from "react";
import * as v from "valibot";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { RadioField } from "#kit/field/choice-fields.web.tsx";
import { choice } from "#kit/field/fields.contract.ts";
import { DigitsField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { fields, type Replied } from "#kit/wire/endpoint.contract.ts";
import { readChain, submitSheet } from "../chain/chain.contract.ts";
import { unsavedInWords } from "../grid/grid.rows.rules.ts";
import { useSummary } from "../grid/grid.saving.page.tsx";
import type { GridStore } from "../grid/grid.store.page.tsx";
import { keepSheet, readSheetTroubles, type ShownSheet, scoreSheets } from "../score-sheet.contract.ts";
import { inWords, isWritable } from "../score-sheet.rules.ts";

type Troubles = Replied<typeof readSheetTroubles>;
type Chain = Replied<typeof readChain>;

/** What is checked before a sheet is sent in: asked for when its reader wants it, because it is of what is saved by then. */
export function SheetTroubles({ id, code, store }: { id: string; code: string; store: GridStore }) {
  const [asked, setAsked] = useState(false);
  return (
    <section aria-labelledby="troubles" className="card mt-6 px-4 py-3">
      <h2 id="troubles" className="mb-2 text-large">
        Before {code} is sent in
      </h2>
      {asked ? (
        <Found id={id} store={store} />
      ) : (
        <>
          <p className="mb-3 text-soft">Check for missing and unlikely marks first. Checking sends nothing.</p>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => void store.flush().then(() => setAsked(true))}
          >
            Check the sheet
          </button>
        </>
      )}
    </section>
  );
}

function Found({ id, store }: { id: string; store: GridStore }) {
  const read = useRead(readSheetTroubles, { id });
  const chain = useRead(readChain, { id });
  const busy = read.isFetching || chain.isFetching;
  return (
    <>
      <Read from={read} waiting={<CardBones />}>
        {(troubles) => <FoundTroubles of={troubles} />}
      </Read>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {read.data?.stops.length === 0 && chain.data && <Sending of={chain.data} store={store} idle={busy} />}
        <button
          type="button"
          className="button button-quiet"
          disabled={busy}
          onClick={async () => {
            await store.flush();
            void read.refetch();
            void chain.refetch();
          }}
        >
          {busy ? "Please wait..." : "Check again"}
        </button>
      </div>
    </>
  );
}

/** The lecturer in charge sends the sheet in; whoever else reads it is told who that is. */
function Sending({ of, store, idle }: { of: Chain; store: GridStore; idle: boolean }) {
  // As it was looked through: what is typed behind the question is not sent in unseen.
  const [asked, setAsked] = useState<Chain | null>(null);
  const reread = useReread();
  const [tried, setTried] = useState(false);
  const unsaved = unsavedInWords(useSummary(store));
  if (!isWritable(of.state) || of.rows.length === 0) return null;
  if (!of.may.submit || of.may.inplace) return <WhoSends of={of} />;
  return (
    <>
      {tried && unsaved && (
        <div className="w-full">
          <Alert look="bad">{unsaved}. The sheet is sent in once all of it is saved.</Alert>
        </div>
      )}
      <button
        type="button"
        className="button"
        disabled={idle}
        onClick={async () => {
          await store.flush();
          setTried(true);
          // What the portal does not have would be locked out.
          if (unsavedInWords(store.summary()) === null) setAsked(of);
        }}
      >
        Send in to the head of department
      </button>
      {asked && (
        <Confirm
          title={`Send in the sheet of ${asked.code}?`}
          submit="Send in"
          send={(attempt) => call(submitSheet, { params: { id: asked._id }, body: { seen: asked.seen }, attempt })}
          onHide={() => {
            setAsked(null);
            // After a refusal the page behind shows what has changed.
            void reread();
          }}
          onDone={reread}
        >
          <p>Its marks are locked, and the head of department decides next.</p>
        </Confirm>
      )}
    </>
  );
}

function WhoSends({ of: { _id, code, lecturers, may } }: { of: Chain }) {
  const charge = lecturers.find(({ incharge }) => incharge);
  return (
    <>
      <p className="w-full">
        {charge
          ? `Only ${charge.name}, the lecturer in charge, sends it in.`
          : `Nobody is in charge of ${code}, and whoever is sends it in. The head of department names one.`}
      </p>
      {may.submit && (
        <Link to={`${scoreSheets.link}/${_id}`} className="button button-quiet">
          Send it in for the lecturer
        </Link>
      )}
    </>
  );
}

const FoundTroubles = ({ of: { stops, odd, differing } }: { of: Troubles }) => (
  <div className="grid gap-3">
    {stops.length === 0 && odd.length === 0 && (
      <Alert look="good">Every student has a mark, and nothing looks unlikely.</Alert>
    )}
    {stops.map(({ code, sentence, students }) => (
      <Alert key={code} look="bad">
        <p>{sentence}.</p>
        <Names of={students} />
      </Alert>
    ))}
    {differing.length > 0 && (
      <ul>
        {differing.map((one) => (
          <li key={one.student} className="border-line border-b py-2 last:border-b-0">
            {one.name} <span className="figures text-small text-soft">{one.matric}</span>: {one.firstby} typed{" "}
            <strong>{inWords(one.first)}</strong>, {one.secondby} <strong>{inWords(one.second)}</strong>
          </li>
        ))}
      </ul>
    )}
    {odd.map(({ code, sentence, students }) => (
      <Alert key={code} look="warn">
        <p>{sentence}.</p>
        <Names of={students} />
      </Alert>
    ))}
  </div>
);

const Names = ({ of }: { of: Troubles["odd"][number]["students"] }) => (
  <details>
    <summary className="min-h-11 cursor-pointer py-2.5">See {asCount(of.length, "name")}</summary>
    <ul>
      {of.map(({ student, name, matric }) => (
        <li key={student} className="py-0.5">
          {name} <span className="figures text-small text-soft">{matric}</span>
        </li>
      ))}
    </ul>
  </details>
);

const CA = "CA at most must be a whole number from 0 to 100";

const rulesForm = fields({
  camax: v.pipe(v.string(), v.trim(), v.regex(/^(?:\d{1,2}|100)$/, CA), v.title("CA at most")),
  typed: choice("Marks are typed", ["Once", "Twice"]),
});

/** How the sheet is marked: the examinations office's. */
export function SheetRules({ sheet }: { sheet: Pick<ShownSheet, "_id" | "camax" | "twice"> }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => setShown(true)}>
        How it is marked
      </button>
      {shown && <RulesDialog of={sheet} onHide={() => setShown(false)} />}
    </>
  );
}

function RulesDialog({ of, onHide }: { of: Pick<ShownSheet, "_id" | "camax" | "twice">; onHide(): void }) {
  const reread = useReread();
  const sheet = useSheet(rulesForm, { camax: String(of.camax), typed: of.twice ? "Twice" : "Once" });
  return (
    <Dialog title="How it is marked" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Save"
        send={({ camax, typed }, attempt) =>
          call(keepSheet, { params: { id: of._id }, body: { camax: Number(camax), twice: typed === "Twice" }, attempt })
        }
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <DigitsField
          {...sheet.field("camax")}
          hint="The examination has the rest of 100. Practical courses may have more CA."
        />
        <RadioField
          {...sheet.field("typed")}
          meanings={{
            Twice: "A second person types all of them again without seeing the first, and differences are told.",
          }}
        />
      </Form>
    </Dialog>
  );
}
