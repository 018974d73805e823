import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import * as v from "valibot";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import type { Replied, Sent } from "#kit/wire/endpoint.contract.ts";
import { missingMarks } from "#registry/past-mark/past-mark.rules.ts";
import { bookForm, readBook, writeBook } from "../result-profile/result-profile.book.contract.ts";
import { resultProfiles } from "../result-profile/result-profile.contract.ts";
import { bookInWords, measures, standings, troubleInBands } from "../result-profile/result-profile.rules.ts";
import {
  emptyBand,
  emptyClass,
  emptyStanding,
  type TypedBookForm,
  typedBook,
  wireOfBook,
} from "./rule-book.form.rules.ts";
import { Cell, List, Part, type PartParts, Pick } from "./rule-book.lines.page.tsx";
import { Scale } from "./rule-book.scale.page.tsx";

type Book = Replied<typeof readBook>;

const typedForm = v.pipe(
  v.custom<TypedBookForm>(() => true),
  v.transform(wireOfBook),
  bookForm as unknown as v.GenericSchema<ReturnType<typeof wireOfBook>, Sent<typeof writeBook>>,
);

/** The rules of one profile, changed together. It begins with what is saved now. */
export function BookEditor({ id }: { id: string }) {
  const read = useRead(readBook, { id });
  const from = read.isFetchedAfterMount ? read : { ...read, data: undefined };
  return (
    <Read from={from as typeof read} waiting={<div className="bone late h-40" />}>
      {(book) => <Editor id={id} book={book} />}
    </Read>
  );
}

function Editor({ id, book }: { id: string; book: Book }) {
  const [start] = useState(() => typedBook(book.form));
  const sheet = useSheet(typedForm, start);
  const version = useRef(book.version);
  const [others, setOthers] = useState<Book | null>(null);
  const navigate = useNavigate();
  const reread = useReread();
  const params = { id };
  const page = `${resultProfiles.link}/${id}`;
  return (
    <>
      <ConsoleHeading title={`Rules of ${book.name}`} />
      <Guarded form={sheet.form} title={`the rules of ${book.name}`} />
      <div className="card p-5">
        <Form
          sheet={sheet}
          draft={`result-profile-rules:${id}`}
          submit="Save rules"
          beside={
            <Link to={page} className="button button-quiet">
              Cancel
            </Link>
          }
          send={async (typed, attempt) => {
            try {
              const body = wireOfBook(typed) as Sent<typeof writeBook>;
              return await call(writeBook, { params, body, version: version.current, attempt });
            } catch (failure) {
              if (!(failure instanceof CallFailure) || failure.status !== 409) throw failure;
              const now = await call(readBook, { params });
              version.current = now.version;
              setOthers(now);
              throw new CallFailure("Somebody else saved this meanwhile. Look at it below, then save again", 409);
            }
          }}
          done={() => {
            sheet.form.reset(sheet.form.getValues());
            void reread();
            navigate(page, { replace: true });
          }}
        >
          {others && (
            <Alert look="warn" title="Saved by somebody else meanwhile">
              <ul>
                {bookInWords(others.form).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
              <p className="mt-2">What you typed is still here. Saving again puts it in the place of these.</p>
            </Alert>
          )}
          <BandsPart sheet={sheet} passmark={book.passmark} />
          <ClassesPart sheet={sheet} />
          <StandingsPart sheet={sheet} />
          <FiguresPart sheet={sheet} />
        </Form>
      </div>
    </>
  );
}

function BandsPart({ sheet, passmark }: PartParts & { passmark: number }) {
  const typed = useWatch({ control: sheet.form.control, name: "bands" });
  const bands = wireOfBook({ ...sheet.form.getValues(), bands: typed }).bands as Sent<typeof writeBook>["bands"];
  const isTyped = bands.every(({ from, to, point }) => [from, to, point].every(Number.isFinite));
  const troubles = isTyped
    ? troubleInBands(bands)
    : ["Each band has its first and last score, its point and its grade"];
  return (
    <Part
      title="Bands"
      hint="Whole scores, both ends within. Together they hold each score from 0 to 100 once."
      sheet={sheet}
      name="bands"
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <List sheet={sheet} name="bands" blank={emptyBand} add="Add a band" one="band">
          {(at) => (
            <>
              <Cell sheet={sheet} name={`bands.${at}.grade`} label="Grade" width="w-12 sm:w-16" />
              <Cell sheet={sheet} name={`bands.${at}.from`} label="From" width="w-12 sm:w-16" />
              <Cell sheet={sheet} name={`bands.${at}.to`} label="To" width="w-12 sm:w-16" />
              <Cell sheet={sheet} name={`bands.${at}.point`} label="Point" width="w-12 sm:w-16" />
            </>
          )}
        </List>
        <div aria-live="polite" className="grid content-start gap-3">
          <Scale
            bands={bands.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to))}
            passmark={passmark}
          />
          {troubles.length === 0 ? (
            <p className="font-semibold text-good">Each score from 0 to 100 has its band.</p>
          ) : (
            <ul className="text-bad">
              {troubles.map((trouble) => (
                <li key={trouble}>{trouble}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Part>
  );
}

const ClassesPart = ({ sheet }: PartParts) => (
  <Part
    title="Classes of pass"
    hint="From a CGPA up to below that of the next class, by the exact average: 4.495 is below 4.50."
    sheet={sheet}
    name="classes"
  >
    <List sheet={sheet} name="classes" blank={emptyClass} add="Add a class" one="class">
      {(at) => (
        <>
          <Cell sheet={sheet} name={`classes.${at}.name`} label="Class" width="w-32 sm:w-40" />
          <Cell sheet={sheet} name={`classes.${at}.from`} label="From CGPA" width="w-20 sm:w-24" />
        </>
      )}
    </List>
  </Part>
);

const StandingsPart = ({ sheet }: PartParts) => (
  <Part title="Standing" hint="Proposed by the rule, decided by two people." sheet={sheet} name="standings">
    <List sheet={sheet} name="standings" blank={emptyStanding} add="Add a rule" one="rule">
      {(at) => (
        <>
          <Pick sheet={sheet} name={`standings.${at}.standing`} label="Standing" options={standings} />
          <Pick sheet={sheet} name={`standings.${at}.measure`} label="Average" options={measures} />
          <Cell sheet={sheet} name={`standings.${at}.below`} label="Below" width="w-20" />
          <Cell sheet={sheet} name={`standings.${at}.semesters`} label="Semesters in a row" width="w-14 sm:w-16" />
        </>
      )}
    </List>
  </Part>
);

function FiguresPart({ sheet }: PartParts) {
  return (
    <>
      <Part
        title="Codes that count as a fail"
        hint="The units without a point. The others are in no average."
        sheet={sheet}
        name="failing"
      >
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {missingMarks.map((code) => (
            <label key={code} className="flex min-h-(--control) cursor-pointer items-center gap-2">
              <input type="checkbox" value={code} className="size-4.5" {...sheet.form.register("failing")} />
              {code}
            </label>
          ))}
        </div>
      </Part>
      <Part
        title="Units"
        hint="Left empty: the units of a semester are those of the programme, and the award asks for no number of them."
        sheet={sheet}
        name="maxunits"
      >
        <div className="flex flex-wrap gap-3">
          <Cell sheet={sheet} name="minunits" label="Least of a semester" width="w-24" />
          <Cell sheet={sheet} name="maxunits" label="Most of a semester" width="w-24" />
          <Cell sheet={sheet} name="awardunits" label="For the award" width="w-24" />
        </div>
      </Part>
    </>
  );
}
