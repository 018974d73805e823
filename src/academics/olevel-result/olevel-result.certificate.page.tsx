import { useEffect } from "react";
import { get } from "react-hook-form";
import * as v from "valibot";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { type Choice, SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { FieldError, useControl } from "#kit/field/field.web.tsx";
import { choice, optional, reference } from "#kit/field/fields.contract.ts";
import { type FieldFacts, type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { gradeNames } from "#reference/grades/grades.rules.ts";
import { displaySubjects, subjectsFor } from "#reference/subjects/subjects.rules.ts";
import type { Sitting } from "../olevel-sitting/olevel-sitting.contract.ts";
import { sittingName } from "../olevel-sitting/olevel-sitting.rules.ts";
import { addResults, MAX_RESULTS, type Result } from "./olevel-result.contract.ts";

/** Everybody sits them, so they stand there already; without a grade they are not sent. */
const SUGGESTED = ["English Language", "Mathematics"];

/** A row may stay empty; one that was begun is filled. */
const row = v.pipe(
  fields({
    suggested: v.string(),
    subject: optional(reference("Examination subject")),
    scored: optional(choice("Result grade", gradeNames)),
  }),
  v.forward(
    v.partialCheck(
      [["subject"], ["scored"]],
      ({ subject, scored }) => !scored || !!subject,
      "Examination subject is required",
    ),
    ["subject"],
  ),
  v.forward(
    v.partialCheck(
      [["suggested"], ["subject"], ["scored"]],
      ({ suggested, subject = "", scored }) => !!scored || subject === "" || subject === suggested,
      "Result grade is required",
    ),
    ["scored"],
  ),
);

const certificate = fields({
  examination: reference("Examination Sitting"),
  results: v.pipe(
    v.array(row),
    v.check((rows) => rows.some(({ scored }) => scored), "Choose a subject and its grade"),
  ),
});

type Typed = v.InferInput<typeof certificate>;

interface FormParts {
  readonly sittings: readonly Sitting[];
  /** All results, so that a subject is not offered twice for a sitting. */
  readonly results: readonly Result[];
  onHide(): void;
}

/** The results of one sitting in rows, as they stand on its certificate, saved together. */
export function CertificateForm({ sittings, results, onHide }: FormParts) {
  const sheet = useSheet(certificate, startOf(sittings, results));
  const typed = sheet.form.watch();
  const taken = takenIn(results, typed.examination);
  const rows = typed.results.slice(0, MAX_RESULTS - taken.length);
  return (
    <DialogForm
      onHide={onHide}
      sheet={sheet}
      draft="results"
      send={(values, attempt) => sendRows({ ...values, results: values.results.slice(0, rows.length) }, attempt)}
      submit="Save"
    >
      <SelectFrom
        {...sheet.field("examination")}
        asked="Select examination sitting"
        choices={sittings.map((one) => ({ value: one._id, label: sittingName(one) }))}
      />
      {rows.length === 0 ? (
        <p className="text-soft">This sitting has {MAX_RESULTS} results, the most it can have</p>
      ) : (
        <Rows sheet={sheet} rows={rows} choices={subjectsOf(sittings, typed.examination, taken)} />
      )}
    </DialogForm>
  );
}

const takenIn = (results: readonly Result[], examination: string) =>
  results.filter((result) => result.examination._id === examination).map(({ subject }) => subject);

function startOf(sittings: readonly Sitting[], results: readonly Result[]): Typed {
  const empty = sittings.filter(({ _id }) => takenIn(results, _id).length === 0);
  const [only, another] = empty.length > 0 ? empty : sittings;
  const examination = only && !another ? only._id : "";
  const free = SUGGESTED.filter((subject) => !takenIn(results, examination).includes(subject));
  return {
    examination,
    results: Array.from({ length: MAX_RESULTS }, (_, nth) => {
      const suggested = free[nth] ?? "";
      return { suggested, subject: suggested, scored: "" };
    }),
  };
}

function subjectsOf(sittings: readonly Sitting[], examination: string, taken: readonly string[]): Choice[] {
  const sitting = sittings.find(({ _id }) => _id === examination);
  const set = sitting ? subjectsFor(sitting.examinationtype) : displaySubjects;
  return set.filter(({ name }) => !taken.includes(name)).map(({ name }) => ({ value: name, label: name }));
}

/** Rows without a grade are left out; what is refused is said at the row that was typed. */
async function sendRows({ examination, results }: Typed, attempt: string) {
  const filled = results.flatMap(({ subject = "", scored }, nth) => (scored ? [{ nth, subject, scored }] : []));
  const body = { examination, results: filled.map(({ subject, scored }) => ({ subject, scored })) };
  try {
    return await call(addResults, { body, attempt });
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure;
    const named = Object.entries(failure.fields).map(([path, sentence]) => [
      path.replace(/(?<=^results\.)\d+/, (sent) => String(filled[Number(sent)]?.nth)),
      sentence,
    ]);
    throw new CallFailure(failure.message, failure.status, Object.fromEntries(named), failure.reference, failure.wait);
  }
}

interface RowsParts {
  readonly sheet: Sheet<Typed>;
  readonly rows: Typed["results"];
  readonly choices: readonly Choice[];
}

function Rows({ sheet, rows, choices }: RowsParts) {
  const none = useNone(sheet, rows);
  const id = sheet.field("results").id;
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={`${id}-hint`}>
      <legend className="sr-only">Subjects and grades</legend>
      <p id={`${id}-hint`} className="mb-2 text-small text-soft">
        As they stand on your result slip. Leave the rows empty that you do not need.
      </p>
      <FieldError id={id} error={none} />
      <div aria-hidden className={`${columns} mb-1 items-end font-semibold text-small`}>
        <span>Examination subject</span>
        <span>Result grade</span>
      </div>
      <ol className="grid gap-2">
        {rows.map((one, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
          <Row key={nth} sheet={sheet} nth={nth} held={one.subject ?? ""} choices={choicesFor(rows, nth, choices)} />
        ))}
      </ol>
    </fieldset>
  );
}

/** That there is no result at all, until there is one. */
function useNone({ form }: Sheet<Typed>, rows: Typed["results"]): string | undefined {
  const { message } = (get(form.formState.errors, "results") ?? {}) as { message?: string };
  const mended = message !== undefined && rows.some(({ scored }) => scored);
  useEffect(() => {
    if (mended) form.clearErrors("results");
  }, [mended, form]);
  return message;
}

const columns = "grid grid-cols-[minmax(0,1fr)_6.5rem] gap-2";

/** What another row holds is not offered again. */
const choicesFor = (rows: Typed["results"], nth: number, choices: readonly Choice[]) =>
  choices.filter(({ value }) => !rows.some(({ subject }, other) => other !== nth && subject === value));

interface RowParts {
  readonly sheet: Sheet<Typed>;
  readonly nth: number;
  readonly held: string;
  readonly choices: readonly Choice[];
}

function Row({ sheet, nth, held, choices }: RowParts) {
  const subject = sheet.field(`results.${nth}.subject`);
  const scored = sheet.field(`results.${nth}.scored`);
  const { setValue } = sheet.form;
  const lost = held !== "" && !choices.some(({ value }) => value === held);
  useEffect(() => {
    if (lost) setValue(`results.${nth}.subject`, "");
  }, [lost, setValue, nth]);
  return (
    <li>
      <div className={columns}>
        <Cell {...subject} label={`Examination subject ${nth + 1}`} choices={choices} />
        <Cell {...scored} label={`Result grade ${nth + 1}`} choices={gradeChoices} />
      </div>
      <CellError {...subject} />
      <CellError {...scored} />
    </li>
  );
}

const gradeChoices = gradeNames.map((grade) => ({ value: grade, label: grade }));

function Cell({ choices, label, ...field }: FieldFacts & { readonly choices: readonly Choice[] }) {
  const { control } = useControl(field);
  return (
    <select {...control} aria-label={label}>
      <option value="">{label.startsWith("Result") ? "Grade" : "Select subject"}</option>
      {choices.map(({ value, label: word }) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  );
}

function CellError(field: FieldFacts) {
  const { error } = useControl(field);
  return <FieldError id={field.id} error={error} />;
}
