import { Copy } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { LabelledReference } from "#console/reference/reference.box.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import {
  type CatalogueGrid,
  checkCatalogue,
  readCatalogueGrid,
  type ShownFinding,
} from "../catalogue/catalogue.contract.ts";
import { courses } from "../course.contract.ts";
import { moduleTypes } from "../course.rules.ts";
import { CopyCoursesDialog } from "./grid.copy.page.tsx";
import { LeaveQuestion } from "./grid.saving.page.tsx";
import { Findings, SemesterSection } from "./grid.section.page.tsx";

const { link } = courses;

/** All that one programme teaches in one session; both stand in the address. */
export function CatalogueScreen() {
  const [asked] = useSearchParams();
  const session = asked.get("session") ?? "";
  const programme = asked.get("programme") ?? "";
  return (
    <>
      <ConsoleHeading title="Catalogue">
        <Link
          to={`${link}?${new URLSearchParams({ ...(session && { session }), ...(programme && { programme }) })}`}
          className="button button-quiet"
        >
          Back to the list
        </Link>
      </ConsoleHeading>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <Chosen name="session" label="Session" other={{ programme }} />
        <Chosen name="programme" label="Programme" other={{ session }} />
      </div>
      {programme ? <Catalogue session={session} programme={programme} /> : <EveryProgramme session={session} />}
    </>
  );
}

interface ChosenParts {
  readonly name: "session" | "programme";
  readonly label: string;
  /** What else the address holds. */
  readonly other: Readonly<Record<string, string>>;
}

const addressOf = (held: Readonly<Record<string, string>>) =>
  `${link}/grid?${new URLSearchParams(Object.entries(held).filter(([, value]) => value !== ""))}`;

function Chosen({ name, label, other }: ChosenParts) {
  const [asked] = useSearchParams();
  const navigate = useNavigate();
  return (
    <LabelledReference
      noun={name}
      label={label}
      held={asked.get(name) ?? ""}
      placeholder={name === "session" ? "The one that runs" : "Type to find it"}
      onChoose={(_id) => navigate(addressOf({ ...other, [name]: _id }), { replace: true })}
    />
  );
}

/** What is wrong in every programme that the reader's right reaches. */
function EveryProgramme({ session }: { session: string }) {
  const read = useRead({
    ...checkCatalogue,
    path: `${checkCatalogue.path}?${new URLSearchParams({ ...(session && { session }) })}`,
  });
  return (
    <ReadRecord from={read} of={courses}>
      {({ findings, programmes, session: of }) => {
        const grouped = [...Map.groupBy(findings, ({ programme }) => programme._id).values()];
        if (grouped.length === 0)
          return (
            <Alert look="good">
              {asCount(programmes, "programme")} checked: nothing is wrong in {of.label}. Choose one to see its courses.
            </Alert>
          );
        return (
          <section aria-label="Check of all programmes" className="grid gap-3">
            <p>
              {grouped.length} of {asCount(programmes, "programme")} have something to look at in {of.label}. Choose one
              to mend it.
            </p>
            <ul className="card divide-y divide-line">
              {grouped.map((own) => (
                <ProgrammeLine key={own[0]?.programme._id} findings={own} session={of._id} />
              ))}
            </ul>
          </section>
        );
      }}
    </ReadRecord>
  );
}

function ProgrammeLine({ findings, session }: { findings: readonly ShownFinding[]; session: string }) {
  const [first] = findings;
  if (!first) return null;
  const wrong = findings.filter(({ severity }) => severity === "wrong").length;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 px-4 py-2">
      <div className="min-w-0">
        <Link
          to={addressOf({ session, programme: first.programme._id })}
          className="link inline-flex min-h-11 items-center"
        >
          {first.programme.label}
        </Link>
        <p className="text-small text-soft">{first.sentence}</p>
      </div>
      <span className={wrong > 0 ? "font-semibold text-bad" : "text-soft"}>
        {wrong > 0 ? `${wrong} wrong` : `${findings.length} to look at`}
      </span>
    </li>
  );
}

function Catalogue(asked: { session: string; programme: string }) {
  const query = new URLSearchParams({ ...(asked.session && { session: asked.session }), programme: asked.programme });
  const read = useRead({ ...readCatalogueGrid, path: `${readCatalogueGrid.path}?${query}` });
  const checked = useRead({ ...checkCatalogue, path: `${checkCatalogue.path}?${query}` });
  return (
    <ReadRecord from={read} of={courses}>
      {(grid) => <Grid key={`${grid.session._id} ${grid.programme._id}`} of={grid} findings={checked.data?.findings} />}
    </ReadRecord>
  );
}

interface GridParts {
  readonly of: CatalogueGrid;
  /** Undefined while they are read. */
  readonly findings: readonly ShownFinding[] | undefined;
}

/** A box of a row, by its field: arrows go to the same one of the next row. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, currentTarget } = event;
  if (!(target instanceof HTMLElement) || (key !== "ArrowDown" && key !== "ArrowUp")) return;
  const cell = target.dataset.cell;
  if (!cell || target instanceof HTMLSelectElement) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>(`[data-cell="${cell}"]`)];
  const next = all[all.indexOf(target) + (key === "ArrowDown" ? 1 : -1)];
  event.preventDefault();
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

function Grid({ of: grid, findings }: GridParts) {
  const mayChange = useRight(`${courses.page}.change`);
  const [copying, setCopying] = useState(false);
  const semesters = grid.levels.flatMap((level) => [1, 2].map((semester) => ({ level, semester })));
  const whole = findings?.filter(({ level }) => level === null) ?? [];
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Standing findings={findings} of={grid} />
        {mayChange && (
          <button type="button" className="button button-quiet" onClick={() => setCopying(true)}>
            <Copy aria-hidden className="size-4" />
            Copy courses into it
          </button>
        )}
      </div>
      {whole.length > 0 && <Findings of={whole} />}
      <datalist id="module-types">
        {moduleTypes.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the boxes within are what keys are pressed in */}
      <div className="grid gap-6" onKeyDown={moveByArrows}>
        {semesters.map(({ level, semester }) => (
          <SemesterSection
            key={`${level} ${semester}`}
            grid={grid}
            level={level}
            semester={semester}
            findings={findings?.filter((one) => one.level === level && one.semester === semester) ?? []}
            mayChange={mayChange}
          />
        ))}
      </div>
      <LeaveQuestion />
      {copying && <CopyCoursesDialog to={grid} onHide={() => setCopying(false)} />}
    </div>
  );
}

function Standing({ findings, of: { session, programme, minunit, maxunit } }: GridParts) {
  const wrong = findings?.filter(({ severity }) => severity === "wrong").length;
  return (
    <p className="min-w-0">
      <strong>{programme.label}</strong>, {session.label}: {minunit} to {maxunit} units a semester.{" "}
      {wrong === undefined ? null : wrong === 0 ? (
        <span className="text-good">Nothing is wrong.</span>
      ) : (
        <span className="font-semibold text-bad">{asCount(wrong, "thing is", "things are")} wrong.</span>
      )}
    </p>
  );
}
