import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useCalmRead, useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { Unfinished } from "#kit/form/unfinished.web.tsx";
import { GreyButton } from "#kit/look/buttons.web.tsx";
import { Card, Cards } from "#kit/look/card.web.tsx";
import { type Fact, Facts } from "#kit/look/facts.web.tsx";
import { PlusButton } from "#kit/look/plus-button.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { type ALevel, deleteALevel, listALevels, MAX_ALEVELS } from "./alevel-result.contract.ts";
import { aLevelName, factsOfResult } from "./alevel-result.rules.ts";

const AddALevel = opened(() => import("./alevel-result.add.page.tsx").then((part) => part.AddALevel));
const EditALevel = opened(() => import("./alevel-result.add.page.tsx").then((part) => part.EditALevel));

type Open = { readonly deed: "add" } | { readonly deed: "edit" | "delete"; readonly result: ALevel };

/** A-Level results are no prerequisite of an application. Specification 4. */
export function ALevelResultsPage() {
  const results = useCalmRead(listALevels);
  const [open, setOpen] = useState<Open | null>(null);
  const add = () => setOpen({ deed: "add" });
  const hide = () => setOpen(null);
  return (
    <>
      <PageHeading
        title="A-Level Results"
        subtitle="Your IJMB, NCE or Diploma result. Add it if you have one: you can apply without it"
      />
      <Read from={results} waiting={<CardBones />}>
        {(list) => (
          <>
            <Unfinished forms={formsOf(list, add, setOpen)} open={open !== null} />
            <ResultList list={list} add={add} open={setOpen} />
            {list.length < MAX_ALEVELS && <PlusButton label="Add an A-Level result" onClick={add} />}
          </>
        )}
      </Read>
      {open?.deed === "add" && <AddALevel onHide={hide} />}
      {open?.deed === "edit" && <EditALevel result={open.result} onHide={hide} />}
      {open?.deed === "delete" && <RemoveResult result={open.result} onHide={hide} />}
    </>
  );
}

/** What opens the form of a draft again, where it still can be sent. */
const formsOf = (list: readonly ALevel[], add: () => void, open: (what: Open) => void) => ({
  ...(list.length < MAX_ALEVELS && { alevel: add }),
  ...Object.fromEntries(
    list
      .filter(({ locked }) => !locked)
      .map((result) => [`alevel:${result._id}`, () => open({ deed: "edit", result })]),
  ),
});

interface ListParts {
  readonly list: readonly ALevel[];
  add(): void;
  open(what: Open): void;
}

function ResultList({ list, add, open }: ListParts) {
  if (list.length === 0) {
    return (
      <EmptyState
        title="No A-Level Results Added"
        text="Nothing is missing: A-Level results are optional. Add yours if you apply by Direct Entry."
      >
        <button type="button" className="button" onClick={add}>
          Add an A-Level result
        </button>
      </EmptyState>
    );
  }
  return (
    <>
      {list.length < MAX_ALEVELS && (
        <button type="button" className="button button-quiet mb-6 w-full sm:w-auto" onClick={add}>
          Add an A-Level result
        </button>
      )}
      <Cards label="A-Level results">
        {list.map((result) => (
          <ResultCard key={result._id} result={result} open={open} />
        ))}
      </Cards>
      {list.length >= MAX_ALEVELS && (
        <p className="mt-4 text-soft">You have added {MAX_ALEVELS} results, which is the most that may be used.</p>
      )}
    </>
  );
}

function ResultCard({ result, open }: { result: ALevel; open: ListParts["open"] }) {
  const name = aLevelName(result);
  const named = <span className="sr-only"> {name}</span>;
  return (
    <Card
      title={aLevelName(result)}
      deeds={
        result.locked ? (
          <GreyButton why="An application that you submitted relies on this result">Edit or delete{named}</GreyButton>
        ) : (
          <>
            <button type="button" className="button button-quiet" onClick={() => open({ deed: "edit", result })}>
              Edit<span className="sr-only"> {name}</span>
            </button>
            <button type="button" className="button button-danger" onClick={() => open({ deed: "delete", result })}>
              Delete<span className="sr-only"> {name}</span>
            </button>
          </>
        )
      }
    >
      <p>{result.results.institutionName}</p>
      {result.type === "Diploma" ? <Facts list={factsOfResult(result)} /> : <Grades list={factsOfResult(result)} />}
      <p className="text-small text-soft">Added {asAgo(result.createdAt)}</p>
    </Card>
  );
}

/** A subject and its letter, on one line. */
function Grades({ list }: { list: readonly Fact[] }) {
  return (
    <dl>
      {list.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4 border-line border-b py-2 last:border-b-0">
          <dt className="min-w-0">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function RemoveResult({ result, onHide }: { result: ALevel; onHide(): void }) {
  const reread = useReread();
  return (
    <DeleteDialog
      title={`Delete ${aLevelName(result)}`}
      send={(body, attempt) => call(deleteALevel, { params: { id: result._id }, body, attempt })}
      onHide={onHide}
      onDeleted={reread}
    >
      <p className="mb-4">{result.results.institutionName}</p>
    </DeleteDialog>
  );
}
