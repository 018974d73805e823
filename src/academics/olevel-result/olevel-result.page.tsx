import { useState } from "react";
import { Alert } from "#kit/alert.web.tsx";
import { GreyButton, LinkButton } from "#kit/buttons.web.tsx";
import { call } from "#kit/call.web.ts";
import { Card, Cards } from "#kit/card.web.tsx";
import { asAgo } from "#kit/dates.contract.ts";
import { DeleteDialog } from "#kit/delete-dialog.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { opened } from "#kit/opened.web.tsx";
import { Read, useRead, useReread } from "#kit/read.web.tsx";
import { Link } from "#kit/router.web.tsx";
import { CardBones, EmptyState, Progress } from "#kit/states.web.tsx";
import { Unfinished } from "#kit/unfinished.web.tsx";
import { GRADE_SCALE, gradeNamed } from "#reference/grades/grades.contract.ts";
import { sittingName } from "../olevel-sitting/olevel-sitting.contract.ts";
import { deleteResult, listResults, type Result, readNeeded } from "./olevel-result.contract.ts";

const AddResult = opened(() => import("./olevel-result.form.page.tsx").then((part) => part.AddResult));
const EditResult = opened(() => import("./olevel-result.form.page.tsx").then((part) => part.EditResult));

type Open = { readonly deed: "add" } | { readonly deed: "edit" | "delete"; readonly result: Result };

export function ResultsPage() {
  const results = useRead(listResults);
  const [open, setOpen] = useState<Open | null>(null);
  const hide = () => setOpen(null);
  return (
    <>
      <PageHeading
        title="O-Level Results"
        subtitle="Manage your individual subject results for each examination sitting"
      />
      {results.error && !results.data ? (
        <Unloaded again={() => void results.refetch()} />
      ) : (
        <Read from={results} waiting={<CardBones />}>
          {(list) => (
            <>
              <Unfinished forms={formsOf(list, setOpen)} open={open !== null} />
              <Counter count={list.length} />
              <ResultList list={list} open={setOpen} />
            </>
          )}
        </Read>
      )}
      {open?.deed === "add" && <AddResult results={results.data ?? []} onHide={hide} />}
      {open?.deed === "edit" && <EditResult result={open.result} results={results.data ?? []} onHide={hide} />}
      {open?.deed === "delete" && <RemoveResult result={open.result} onHide={hide} />}
    </>
  );
}

/** What opens the form of a draft again, where it still can be sent. */
const formsOf = (list: readonly Result[], open: (what: Open) => void) => ({
  result: () => open({ deed: "add" }),
  ...Object.fromEntries(
    list
      .filter(({ locked }) => !locked)
      .map((result) => [`result:${result._id}`, () => open({ deed: "edit", result })]),
  ),
});

function Unloaded({ again }: { again(): void }) {
  return (
    <Alert look="bad" title="Error Encountered">
      <p>Failed to load examination results. Please try again later.</p>
      <button type="button" className="button button-quiet mt-3" onClick={again}>
        Try again
      </button>
    </Alert>
  );
}

/** How many there are of how many an application needs; the college sets the number. Contract 3.7. */
function Counter({ count }: { count: number }) {
  const { data } = useRead(readNeeded);
  if (!data) return null;
  const label =
    count > data.needed
      ? `${count} results, at least ${data.needed} needed`
      : `${count} of at least ${data.needed} results added`;
  return (
    <div role="status" className="mb-6 max-w-md">
      <Progress label={label} value={count} most={data.needed} />
    </div>
  );
}

interface ListParts {
  readonly list: readonly Result[];
  open(what: Open): void;
}

function ResultList({ list, open }: ListParts) {
  const { data } = useRead(readNeeded);
  const enough = data !== undefined && list.length >= data.needed;
  const add = () => open({ deed: "add" });
  if (list.length === 0) {
    return (
      <EmptyState
        title="No Subject Results Found"
        text="You haven't added any subject results yet. Add your first result to continue."
      >
        <button type="button" className="button" onClick={add}>
          Add Result
        </button>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        {enough && <LinkButton to="/app/photo">Next: passport photo</LinkButton>}
        <button type="button" className={enough ? "button button-quiet" : "button"} onClick={add}>
          Add Another Result
        </button>
        <Link to="/app/qualify" className="link inline-flex min-h-11 items-center">
          Do I qualify?
        </Link>
      </div>
      <Cards label="Results">
        {list.map((result) => (
          <ResultCard key={result._id} result={result} open={open} />
        ))}
      </Cards>
    </>
  );
}

function ResultCard({ result, open }: { result: Result; open: ListParts["open"] }) {
  const { subject, scored, examination, createdAt, locked } = result;
  const grade = gradeNamed(scored);
  const named = <span className="sr-only"> {subject}</span>;
  return (
    <Card
      title={subject}
      beside={<p className="font-semibold font-serif text-title leading-none">{scored}</p>}
      deeds={
        locked ? (
          <GreyButton why="An application that you submitted relies on this result">Edit or delete{named}</GreyButton>
        ) : (
          <>
            <button type="button" className="button button-quiet" onClick={() => open({ deed: "edit", result })}>
              Edit{named}
            </button>
            <button type="button" className="button button-danger" onClick={() => open({ deed: "delete", result })}>
              Delete{named}
            </button>
          </>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {examination.examinationtype} {examination.examinationyear}
        <span className="figures rounded-control border border-edge px-2 py-0.5 font-semibold text-small">
          {examination.examinationnumber}
        </span>
      </p>
      {grade && (
        <Progress
          label={grade.meaning}
          spoken={`${scored}, ${grade.meaning}: ${grade.barScore} out of ${GRADE_SCALE}`}
          value={grade.barScore}
          most={GRADE_SCALE}
        />
      )}
      <p className="text-small text-soft">Added {asAgo(createdAt)}</p>
    </Card>
  );
}

function RemoveResult({ result, onHide }: { result: Result; onHide(): void }) {
  const reread = useReread();
  return (
    <DeleteDialog
      title="Delete Student O-Level Result"
      send={(body, attempt) => call(deleteResult, { params: { id: result._id }, body, attempt })}
      onHide={onHide}
      onDeleted={reread}
    >
      <p className="mb-4">
        {result.subject}, {result.scored}, of {sittingName(result.examination)}
      </p>
    </DeleteDialog>
  );
}
