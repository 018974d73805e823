import { semesterTitle } from "#calendar/session/session.rules.ts";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import "./transcript-print.css";
import { opened } from "#kit/page/opened.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { TranscriptContent, TranscriptPaper } from "./content/content.contract.ts";
import { isSignedOff } from "./transcript.rules.ts";

// It draws a picture, which the other screens here do without.
const PaperCheck = opened(() => import("#kit/paper/paper-marks.web.tsx").then((part) => part.PaperCheck));

const cell = "border border-edge px-2 py-1 text-left align-top print:px-1.5 print:py-0.5";
const narrow = `${cell} figures hidden sm:table-cell print:table-cell`;

/** A transcript as it leaves the printer: A4 upright, its head of table on each page. */
export function TranscriptSheet({ of }: { of: TranscriptPaper }) {
  const { content, serial, signedAt, state, words } = of;
  const { college, heading, footnote, semesters, student } = content;
  const reached = [college.emailaddress, localPhone(college.phonenumber)].filter(Boolean).join(", ");
  return (
    <article
      aria-label={`Transcript ${serial}`}
      className="transcript-sheet mx-auto flex max-w-[52rem] flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-8 print:max-w-none print:gap-3 print:border-0 print:p-0"
    >
      <Letterhead name={college.name} lines={[college.address, reached].filter(Boolean)} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-title">{words.heading}</h2>
        <p className="figures font-semibold">{serial}</p>
      </div>
      {!isSignedOff(state) && (
        <p className="exact border-2 border-bad px-3 py-1 font-semibold text-bad">
          Not signed off. It proves nothing yet.
        </p>
      )}
      <Person of={content} />
      <PaperWords text={words.opening} />
      {heading && <p className="whitespace-pre-line">{heading}</p>}
      {semesters.map((semester) => (
        <Semester key={`${semester.session} ${semester.semester}`} of={semester} />
      ))}
      <Sums of={content} />
      <Legend of={content} />
      {footnote && <p className="whitespace-pre-line text-small">{footnote}</p>}
      <PaperWords text={words.closing} />
      <Signatory of={content} signedAt={signedAt} />
      {isSignedOff(state) && (
        <PaperCheck address={of.genuine} says={["Transcript", serial, student.name]} asOf={of.asOf} />
      )}
    </article>
  );
}

function Person({ of: { student, programme, entry, destination } }: { of: TranscriptContent }) {
  const facts = [
    ["Name", student.name],
    ["Matric number", student.matric ?? "None was given"],
    ["Sex", student.sex],
    ["Programme", programme],
    ["Entered", `${entry.session}, ${entry.level} level`],
    ["Status", student.status],
    ["Issued to", destination],
  ] as const;
  return (
    <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2 print:grid-cols-2">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-2">
              <dt className="text-soft">{label}</dt>
              <dd className="wrap-anywhere whitespace-pre-line font-semibold">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Semester({
  of: { session, semester, courses, units, gpa, cgpa },
}: {
  of: TranscriptContent["semesters"][number];
}) {
  return (
    <table className="w-full border-collapse print:text-small">
      <caption className="mb-1 text-left font-semibold">
        {semesterTitle(semester)} {session}
      </caption>
      <thead>
        <tr className="bg-sunk">
          <th scope="col" className={cell}>
            Course
          </th>
          <th scope="col" className={cell}>
            Units
          </th>
          <th scope="col" className={narrow}>
            Mark
          </th>
          <th scope="col" className={cell}>
            Grade
          </th>
          <th scope="col" className={narrow}>
            Point
          </th>
        </tr>
      </thead>
      <tbody>
        {courses.map(({ code, title, units: own, total, grade, point, note }) => (
          <tr key={code} className="keep-together">
            <td className={`${cell} wrap-anywhere`}>
              <strong className="whitespace-nowrap">{code}</strong> {title}
              {note && <span className="block text-small text-soft">{note}</span>}
            </td>
            <td className={`${cell} figures`}>{own}</td>
            <td className={narrow}>{total ?? "–"}</td>
            <td className={`${cell} figures`}>
              {grade}
              {total !== null && <span className="block text-small text-soft sm:hidden print:hidden">{total}</span>}
            </td>
            <td className={narrow}>{point ?? "–"}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="keep-together">
          <td className={`${cell} font-semibold`} colSpan={5}>
            <span className="flex flex-wrap justify-between gap-x-6">
              <span>{units} units counted</span>
              <span className="figures">GPA {gpa}</span>
              <span className="figures">CGPA {cgpa}</span>
            </span>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

const Sums = ({ of: { cgpa, units, passClass } }: { of: TranscriptContent }) => (
  <p className="keep-together border-ink border-y py-2 text-large">
    Cumulative grade point average <strong className="figures">{cgpa}</strong> over {units.counted} units;{" "}
    {units.passed} units passed.
    {passClass && (
      <>
        {" "}
        Class of pass: <strong>{passClass}</strong>.
      </>
    )}
  </p>
);

function Legend({ of: { legend } }: { of: TranscriptContent }) {
  const { bands, classes, passmark, attempts } = legend;
  return (
    <section aria-label="Key to the grades" className="keep-together text-small">
      <h3 className="font-semibold">Key to the grades</h3>
      <p className="figures">
        {bands.map(({ from, to, grade, point }) => `${from} to ${to} ${grade} (${point})`).join("; ")}. Passed from{" "}
        {passmark}. ABS absent, EXC excused, MAL malpractice, NCA no continuous assessment.
      </p>
      {classes.length > 0 && (
        <p className="figures">{classes.map(({ name, from }) => `${name} from ${from}`).join("; ")}.</p>
      )}
      <p>{attempts}.</p>
    </section>
  );
}

const Signatory = ({ of: { signatory }, signedAt }: { of: TranscriptContent; signedAt: string | null }) => (
  <div className="keep-together flex flex-wrap items-end justify-between gap-6 pt-8">
    <p className="min-w-56 border-ink border-t pt-1">
      {signatory.name && <strong className="block">{signatory.name}</strong>}
      {signatory.title}
    </p>
    {signedAt && <p>Signed off on {asDay(signedAt)}</p>}
  </div>
);
