import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { languages, type OtherLanguage, otherLanguages } from "#kit/language/languages.rules.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import {
  listTranslations,
  restoreTranslation,
  type ShownTranslation,
  saveTranslation,
  translationForm,
} from "./translation.contract.ts";

const states = {
  "made by machine": ({ shipped, words }: ShownTranslation) => words === null && shipped !== "",
  checked: ({ words }: ShownTranslation) => words !== null,
  "still English": ({ shipped, words }: ShownTranslation) => words === null && shipped === "",
} as const;

type State = keyof typeof states;

const PAGE = 50;

/** `/staff/languages`: every sentence that an applicant reads, in each language; what the college says counts as checked. */
export function LanguagesPage() {
  const [language, setLanguage] = useState<OtherLanguage>("ha");
  const [state, setState] = useState<State | "">("");
  const [words, setWords] = useState("");
  const read = useRead(listTranslations, { language });
  return (
    <>
      <ConsoleHeading title="Languages" />
      <p className="mb-4 max-w-prose text-soft">
        What applicants read in Hausa, Yorùbá and Igbo. A machine made the first translations: correct them, or confirm
        them as they are. What you save is read at once.
      </p>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <label className="grid gap-1 font-semibold text-small">
          Language
          <select className="control" value={language} onChange={(event) => setLanguage(named(event.target.value))}>
            {otherLanguages.map((one) => (
              <option key={one} value={one}>
                {languages[one]}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 font-semibold text-small">
          State
          <select className="control" value={state} onChange={(event) => setState(event.target.value as State | "")}>
            <option value="">All</option>
            {Object.keys(states).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className="grid grow gap-1 font-semibold text-small">
          Words
          <input className="control" type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        </label>
      </div>
      <Read from={read} waiting={<div className="bone late h-96" />}>
        {({ list }) => (
          <Sentences
            key={`${language} ${state} ${words}`}
            language={language}
            list={list.filter((one) => (state === "" || states[state](one)) && holdsWords(one, words))}
          />
        )}
      </Read>
    </>
  );
}

const named = (value: string): OtherLanguage => otherLanguages.find((one) => one === value) ?? "ha";

function holdsWords({ sentence, shipped, words }: ShownTranslation, wanted: string): boolean {
  const text = `${sentence} ${words ?? shipped}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Sentences({ language, list }: { language: OtherLanguage; list: readonly ShownTranslation[] }) {
  const [most, setMost] = useState(PAGE);
  const mayChange = useRight("languages.change");
  const [changing, setChanging] = useState<ShownTranslation | null>(null);
  if (list.length === 0) return <p role="status">No sentence is like this. Choose another state, or other words.</p>;
  return (
    <>
      <p role="status" className="mb-2 text-small text-soft">
        {asCount(list.length, "sentence")}
      </p>
      <ul className="grid max-w-200 gap-3">
        {list.slice(0, most).map((one) => (
          <li key={one.id} className="card px-5 py-4">
            <p className="wrap-anywhere">{one.sentence}</p>
            <p lang={language} className="wrap-anywhere mt-1 font-semibold">
              {one.words ?? one.shipped}
            </p>
            <div className="mt-2 flex flex-wrap items-center gap-3">
              <WordBadge look={one.words === null ? "warn" : "good"} word={stateOf(one)} />
              {mayChange && (
                <button
                  type="button"
                  className="button button-quiet"
                  aria-label={`Correct: ${one.sentence}`}
                  onClick={() => setChanging(one)}
                >
                  Correct
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {list.length > most && (
        <button type="button" className="button button-quiet mt-4" onClick={() => setMost(most + PAGE)}>
          Show more
        </button>
      )}
      {changing && <CorrectDialog language={language} of={changing} onHide={() => setChanging(null)} />}
    </>
  );
}

const stateOf = (one: ShownTranslation): string =>
  Object.entries(states).find(([, isSo]) => isSo(one))?.[0] ?? "still English";

interface CorrectParts {
  readonly language: OtherLanguage;
  readonly of: ShownTranslation;
  onHide(): void;
}

function CorrectDialog({ language, of, onHide }: CorrectParts) {
  const { id, sentence, shipped, words, version } = of;
  const sheet = useSheet(translationForm, { words: words ?? shipped });
  return (
    <Dialog title={`In ${languages[language]}`} onHide={onHide}>
      <p className="wrap-anywhere mb-4">{sentence}</p>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={null}
        submit="Save as checked"
        send={(typed, attempt) =>
          call(saveTranslation, { params: { language, id }, body: { ...typed, version }, attempt })
        }
      >
        <TextArea
          {...sheet.field("words")}
          hint="Keep what stands in { } and < > as it is: the page fills it in. It may stand elsewhere in the sentence"
        />
      </DialogForm>
      {words !== null && <RestoreForm language={language} of={of} onHide={onHide} />}
    </Dialog>
  );
}

const nothing = fields({});

function RestoreForm({ language, of: { id, shipped, version }, onHide }: CorrectParts) {
  const sheet = useSheet(nothing, {});
  return (
    <section className="mt-6 border-line border-t pt-4">
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={null}
        submit="As it came"
        send={(_typed, attempt) => call(restoreTranslation, { params: { language, id }, body: { version }, attempt })}
      >
        <p className="text-small text-soft">
          As it came with the portal: <span lang={language}>{shipped || "in English"}</span>
        </p>
      </DialogForm>
    </section>
  );
}
