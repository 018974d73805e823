import { semesterWords } from "#calendar/session/session.rules.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { PaperCheck } from "#kit/paper/paper-marks.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asWeekday } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import type { ExamCard } from "./exam-card.contract.ts";

const termOf = ({ session, semester }: ExamCard) => `${session}, ${semesterWords(semester)}`;

const cell = "border-line border-b py-1.5 pr-3 align-top";

/** One card as it is taken into the hall: only what may be sat has a line to sign. */
export function ExamCardSheet({ of }: { of: ExamCard }) {
  const may = of.courses.filter(({ why }) => why === null);
  const barred = of.courses.filter(({ why }) => why !== null);
  return (
    <article
      aria-label={`Examination card of ${of.name}`}
      className="mx-auto flex max-w-[52rem] flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:break-after-page print:border-0 print:p-0"
    >
      <Letterhead {...letterhead} />
      <h2 className="text-title">{of.words.heading}</h2>
      <PaperWords text={of.words.opening} />
      <div className="flex items-start gap-4">
        <div className="min-w-0 grow">
          <PaperLines>
            <PaperLine label="Name">
              <strong>{of.name}</strong>
            </PaperLine>
            <PaperLine label="Matric number">{of.matric}</PaperLine>
            <PaperLine label="Programme">{of.programme}</PaperLine>
            <PaperLine label="Level">{of.level}</PaperLine>
            <PaperLine label="Semester">{termOf(of)}</PaperLine>
          </PaperLines>
        </div>
        {of.photo ? (
          <img
            src={of.photo}
            alt={`Photograph of ${of.name}`}
            className="exact h-32 w-24 shrink-0 border border-line object-cover print:h-[40mm] print:w-[30mm]"
          />
        ) : (
          <p className="grid h-32 w-24 shrink-0 place-items-center border border-edge border-dashed text-center text-small text-soft print:h-[40mm] print:w-[30mm]">
            No photograph
          </p>
        )}
      </div>
      <table className="w-full border-collapse text-left">
        <caption className="pb-1 text-left font-semibold">May be sat</caption>
        <thead>
          <tr>
            <th scope="col" className={cell}>
              Course
            </th>
            <th scope="col" className={`${cell} hidden sm:table-cell print:table-cell`}>
              Units
            </th>
            <th scope="col" className={`${cell} hidden w-[30%] sm:table-cell print:table-cell print:w-[38%]`}>
              Invigilator's signature
            </th>
          </tr>
        </thead>
        <tbody>
          {may.map(({ class: key, code, name, credit, permitted, times }) => (
            <tr key={key} className="keep-together">
              <td className={cell}>
                <strong className="whitespace-nowrap">{code}</strong> {name}
                {times.map(({ date, start, end, halls }) => (
                  <span key={`${date} ${start}`} className="figures block text-small">
                    {asWeekday(`${date}T12:00:00Z`)}, {start} to {end}, {halls.join("; ")}
                  </span>
                ))}
                {permitted && <span className="block text-small">Permitted by the examinations office</span>}
              </td>
              <td className={`${cell} figures hidden sm:table-cell print:table-cell`}>{credit}</td>
              <td className={`${cell} hidden sm:table-cell print:table-cell`} />
            </tr>
          ))}
        </tbody>
      </table>
      {barred.length > 0 && (
        <section aria-label="May not be sat" className="keep-together">
          <h3 className="font-semibold">May not be sat</h3>
          <Barred of={barred} />
        </section>
      )}
      <PaperWords text={of.words.closing} />
      {of.genuine && (
        <PaperCheck address={of.genuine} says={["Examination card", of.matric ?? of.name, termOf(of)]} asOf={of.asOf} />
      )}
    </article>
  );
}

/** Courses that may not be sat, each with what can be done about it. */
export function Barred({ of }: { of: ExamCard["courses"] }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map(({ class: key, code, name, why }) => (
        <li key={key} className="border-line border-b py-1.5 last:border-b-0">
          <strong className="whitespace-nowrap">{code}</strong> {name}
          <span className="block text-small">{why}.</span>
        </li>
      ))}
    </ul>
  );
}

/** Why there is none; what is said to the student is true for the office too. */
export function NoCard({ of, title }: { of: ExamCard; title: string }) {
  const barred = of.courses.filter(({ why }) => why !== null);
  return (
    <Alert look="warn" title={title}>
      <p className="whitespace-pre-line">{of.stop?.sentence}.</p>
      <Barred of={barred} />
    </Alert>
  );
}
