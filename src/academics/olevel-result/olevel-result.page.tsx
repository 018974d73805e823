import { Lock } from "lucide-react";
import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { Unfinished } from "#kit/form/unfinished.web.tsx";
import { useWish } from "#kit/form/wish.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones, EmptyState, Progress } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { GRADE_SCALE, gradeNamed } from "#reference/grades/grades.rules.ts";
import { sittingName } from "../olevel-sitting/olevel-sitting.rules.ts";
import { deleteResult, listResults, type Result, readNeeded } from "./olevel-result.contract.ts";

const AddResult = opened(() => import("./olevel-result.form.page.tsx").then((part) => part.AddResult));
const EditResult = opened(() => import("./olevel-result.form.page.tsx").then((part) => part.EditResult));

type Open = { readonly deed: "add" } | { readonly deed: "edit" | "delete"; readonly result: Result };

export function ResultsPage() {
  const results = useRead(listResults);
  const [wished, forget] = useWish("add");
  const [open, setOpen] = useState<Open | null>(null);
  const isAdding = open?.deed === "add" || (wished !== "" && results.data?.length === 0);
  const hide = () => {
    setOpen(null);
    forget();
  };
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
              <Unfinished forms={formsOf(list, setOpen)} open={isAdding || open !== null} />
              <Counter count={list.length} />
              <ResultList list={list} open={setOpen} />
            </>
          )}
        </Read>
      )}
      {isAdding && <AddResult results={results.data ?? []} onHide={hide} />}
      {open?.deed === "edit" && <EditResult result={open.result} results={results.data ?? []} onHide={hide} />}
      {open?.deed === "delete" && <RemoveResult result={open.result} onHide={hide} />}
    </>
  );
}

/** What opens the form of a draft again, where it still can be sent. */
const formsOf = (list: readonly Result[], open: (what: Open) => void) => ({
  results: () => open({ deed: "add" }),
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
      <div className="mb-4 flex flex-wrap gap-3 *:grow sm:*:grow-0">
        {enough && <LinkButton to="/app/photo">Next: passport photo</LinkButton>}
        <button type="button" className={enough ? "button button-quiet" : "button"} onClick={add}>
          Add Another Result
        </button>
        <Link to="/app/qualify" className="link inline-flex min-h-11 items-center">
          Do I qualify?
        </Link>
      </div>
      {list.some(({ locked }) => locked) && (
        <p className="mb-3 text-soft">
          An application that you submitted relies on the results in use: they can no longer be changed or deleted. Is
          one wrong?{" "}
          <Link to="/app/corrections" className="link">
            Ask for a correction
          </Link>
        </p>
      )}
      <ol aria-label="Results" className="card divide-y divide-line">
        {[...list].reverse().map((result) => (
          <li key={result._id}>
            <ResultLine result={result} open={open} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ResultLine({ result, open }: { result: Result; open: ListParts["open"] }) {
  const { subject: name, scored, examination, createdAt, locked } = result;
  const grade = gradeNamed(scored);
  return (
    <article
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_12rem_auto]"
    >
      <h2 className="text-base">{name}</h2>
      <div className="grid w-24 grid-cols-[1fr_auto] items-center gap-x-3 justify-self-end sm:row-span-2 sm:w-full">
        {grade && (
          <svg
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            className="h-2 w-full"
            role="img"
            aria-label={`${grade.meaning}: ${grade.barScore} out of ${GRADE_SCALE}`}
          >
            <rect width="100" height="8" className="fill-sunk" />
            <rect width={(100 * grade.barScore) / GRADE_SCALE} height="8" className="fill-brand" />
          </svg>
        )}
        <p className="w-8 text-right font-semibold font-serif text-large">{scored}</p>
      </div>
      <p className="col-start-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-soft sm:row-start-2">
        {examination.examinationtype} {examination.examinationyear}
        <span className="figures rounded-control border border-edge px-1.5 font-semibold text-ink">
          {examination.examinationnumber}
        </span>
        <span>Added {asAgo(createdAt)}</span>
      </p>
      <div className="flex justify-end gap-4 sm:col-start-3 sm:row-span-2 sm:row-start-1">
        {locked ? (
          <span className="inline-flex min-h-11 items-center gap-1.5 text-small text-soft">
            <Lock aria-hidden className="size-4" />
            In use
          </span>
        ) : (
          <>
            <button
              type="button"
              className="link min-h-11 cursor-pointer"
              onClick={() => open({ deed: "edit", result })}
            >
              Edit<span className="sr-only"> {name}</span>
            </button>
            <button
              type="button"
              className="link min-h-11 cursor-pointer text-bad"
              onClick={() => open({ deed: "delete", result })}
            >
              Delete<span className="sr-only"> {name}</span>
            </button>
          </>
        )}
      </div>
    </article>
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
