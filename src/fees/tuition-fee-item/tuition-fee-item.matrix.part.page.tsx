import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { LabelledReference } from "#console/reference/reference.box.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import {
  readTuitionMatrix,
  type TuitionCell,
  type TuitionMatrix,
  tuitionFeeItems,
} from "./tuition-fee-item.contract.ts";

const columns = [
  { indigene: true, isnewstudent: true, who: "Indigene", when: "New" },
  { indigene: true, isnewstudent: false, who: "Indigene", when: "Returning" },
  { indigene: false, isnewstudent: true, who: "Non-indigene", when: "New" },
  { indigene: false, isnewstudent: false, who: "Non-indigene", when: "Returning" },
] as const;

/** Levels and semesters down, kinds of students across. Each place leads to the form behind it. */
function MatrixTable({ of }: { of: TuitionMatrix }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className="table-frame" aria-label="Classes" tabIndex={0}>
      <table className="w-full min-w-[42rem] border-collapse">
        <thead>
          <tr className="border-line border-b bg-sunk text-left">
            <th scope="col" className="sticky left-0 bg-sunk px-3 py-2 font-semibold">
              Class
            </th>
            {columns.map(({ who, when }) => (
              <th key={who + when} scope="col" className="px-3 py-2 font-semibold">
                {who}
                <span className="block font-normal text-small text-soft">{when}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.levels.flatMap((level) =>
            [1, 2].map((semester) => (
              <tr key={`${level} ${semester}`} className="border-line border-b last:border-b-0">
                <th scope="row" className="sticky left-0 bg-surface px-3 py-2 text-left font-semibold">
                  {level}
                  <span className="block whitespace-nowrap font-normal text-small text-soft">Semester {semester}</span>
                </th>
                {columns.map(({ who, when, ...kind }) => {
                  const cell = of.cells.find(
                    (one) =>
                      one.level === level &&
                      one.semester === semester &&
                      one.indigene === kind.indigene &&
                      one.isnewstudent === kind.isnewstudent,
                  );
                  return <td key={who + when}>{cell && <Place of={of} cell={cell} />}</td>;
                })}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}

/** One class. Who may change it comes to the form, filled in as far as the place says. */
function Place({ of, cell }: { of: TuitionMatrix; cell: TuitionCell }) {
  const mayChange = useRight("tuition-fees.change");
  const mayLines = useRight("tuition-lines");
  const { item, amount, hole } = cell;
  const to = mayChange || (hole === "No fee lines" && mayLines) ? leadsTo(of, cell) : null;
  const look = hole ? "bg-bad-tint text-bad" : "";
  const inside = (
    <>
      <span className="block font-semibold">{hole ?? asNaira(amount)}</span>
      <span className={`block text-small ${hole ? "" : "text-soft"}`}>
        {item ? `Service ${item.serviceID}` : "Add it"}
      </span>
    </>
  );
  if (!to) return <div className={`figures px-3 py-2 ${look}`}>{inside}</div>;
  return (
    <Link to={to} className={`figures block px-3 py-2 hover:underline ${look}`}>
      {inside}
    </Link>
  );
}

function leadsTo({ session, programme }: TuitionMatrix, { item, hole, ...cell }: TuitionCell): string {
  const { link } = tuitionFeeItems;
  const both = { session: session._id, programme: programme._id };
  if (hole === "No fee lines") return `/staff/tuition-lines?${new URLSearchParams(both)}`;
  if (item) return `${link}/${item._id}/edit`;
  const { level, semester, indigene, isnewstudent } = cell;
  const filled = { ...both, level, semester, indigene, isnewstudent };
  const typed = Object.entries(filled).map(([name, value]) => [name, String(value)]);
  return `${link}/new?${new URLSearchParams(typed)}`;
}

const { link } = tuitionFeeItems;

/** Every class of one programme in one session; both stand in the address. */
export function MatrixScreen() {
  const [asked] = useSearchParams();
  const session = asked.get("session") ?? "";
  const programme = asked.get("programme") ?? "";
  return (
    <>
      <ConsoleHeading title="Tuition matrix">
        <Link to={link} className="button button-quiet">
          Back to the list
        </Link>
      </ConsoleHeading>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <Chosen name="session" label="Session" other={{ programme }} />
        <Chosen name="programme" label="Programme" other={{ session }} />
      </div>
      {programme ? (
        <Matrix session={session} programme={programme} />
      ) : (
        <p className="text-soft">
          Choose a programme to see what each class pays, to which service, and what is lacking.
        </p>
      )}
    </>
  );
}

interface ChosenParts {
  readonly name: "session" | "programme";
  readonly label: string;
  /** What else the address holds. */
  readonly other: Readonly<Record<string, string>>;
}

function Chosen({ name, label, other }: ChosenParts) {
  const [asked] = useSearchParams();
  const navigate = useNavigate();
  return (
    <LabelledReference
      noun={name}
      label={label}
      held={asked.get(name) ?? ""}
      placeholder={name === "session" ? "The one that admits" : "Type to find it"}
      onChoose={(_id) => {
        const held = Object.entries({ ...other, [name]: _id }).filter(([, value]) => value !== "");
        navigate(`${link}/matrix?${new URLSearchParams(held)}`, { replace: true });
      }}
    />
  );
}

function Matrix({ session, programme }: { session: string; programme: string }) {
  const query = new URLSearchParams({ ...(session && { session }), programme });
  const read = useRead({ ...readTuitionMatrix, path: `${readTuitionMatrix.path}?${query}` });
  return (
    <ReadRecord from={read} of={tuitionFeeItems}>
      {(matrix) => (
        <>
          <Standing of={matrix} />
          <MatrixTable of={matrix} />
        </>
      )}
    </ReadRecord>
  );
}

function Standing({ of: { programme, session, cells, holes } }: { of: TuitionMatrix }) {
  return (
    <div className="mb-4">
      {holes === 0 ? (
        <Alert look="good">
          Every class of {programme.label} can pay in {session.label}.
        </Alert>
      ) : (
        <Alert look="warn">
          {holes} of {cells.length} classes of {programme.label} cannot pay in {session.label} yet. Press one to put it
          right.
        </Alert>
      )}
    </div>
  );
}
