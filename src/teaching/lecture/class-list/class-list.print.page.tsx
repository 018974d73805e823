import { useState } from "react";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperCheck } from "#kit/paper/paper-marks.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { lectures } from "../lecture.contract.ts";
import { readClassList } from "./class-list.contract.ts";

type ClassList = Replied<typeof readClassList>;

/** `/staff/lectures/class/:id/list`: the class with photographs, or with lines to sign in the examination hall. */
export function ClassListPaper({ id }: { id: string }) {
  const read = useRead(readClassList, { id });
  const [signed, setSigned] = useState(false);
  const hasRows = (read.data?.list.length ?? 0) > 0;
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Class list">
          <Link to={`${lectures.link}/class/${id}`} className="button button-quiet">
            Back to the class
          </Link>
          {hasRows && (
            <>
              <button type="button" className="button button-quiet" onClick={() => setSigned(!signed)}>
                {signed ? "With photographs" : "With lines to sign"}
              </button>
              <PrintButton />
            </>
          )}
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={lectures}>
        {(of) =>
          of.list.length === 0 ? (
            <EmptyState
              title={`Nobody is in ${of.code} yet`}
              text="Whoever registers the course stands here once the registration is approved. There is nothing to print."
            />
          ) : (
            <article
              aria-label={`Class list of ${of.code}`}
              className="mx-auto flex max-w-[60rem] flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0"
            >
              <Letterhead {...letterhead} />
              <div>
                <h2 className="text-title">
                  {of.code} {of.name}
                </h2>
                <p>
                  Class list, {of.session}, {semesterWords(of.semester)}. {of.department}.{" "}
                  {asCount(of.list.length, "student")}.
                </p>
                {of.lecturers.length > 0 && <p>Taught by {of.lecturers.join(", ")}</p>}
              </div>
              {signed ? <Signed of={of.list} /> : <Pictured of={of.list} />}
              <PaperCheck
                address={of.genuine}
                says={["Class list", of.code, asCount(of.list.length, "student")]}
                asOf={of.asOf}
              />
            </article>
          )
        }
      </ReadRecord>
    </>
  );
}

const Pictured = ({ of }: { of: ClassList["list"] }) => (
  <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 print:grid-cols-4">
    {of.map(({ student, name, matric, photo }, at) => (
      <li key={student} className="keep-together min-w-0 text-small">
        {photo ? (
          <img
            src={photo}
            alt={`Photograph of ${name}`}
            className="exact h-32 w-24 border border-line object-cover print:h-[32mm] print:w-[25mm]"
          />
        ) : (
          <p className="grid h-32 w-24 place-items-center border border-edge border-dashed text-center text-soft print:h-[32mm] print:w-[25mm]">
            No photograph
          </p>
        )}
        <p className="mt-1">
          {at + 1}. <strong>{name}</strong>
        </p>
        <p className="figures break-words">{matric}</p>
      </li>
    ))}
  </ol>
);

const cell = "border-line border-b py-2 pr-3 align-top";

/** On a phone for the names alone: nobody signs there. */
const onPaper = `${cell} hidden sm:table-cell print:table-cell`;

const Signed = ({ of }: { of: ClassList["list"] }) => (
  <table className="w-full border-collapse text-left">
    <thead>
      <tr>
        <th scope="col" className={cell}>
          No.
        </th>
        <th scope="col" className={cell}>
          Name
        </th>
        <th scope="col" className={cell}>
          Matric number
        </th>
        <th scope="col" className={onPaper}>
          Programme
        </th>
        <th scope="col" className={`${onPaper} w-[28%]`}>
          Signature
        </th>
      </tr>
    </thead>
    <tbody>
      {of.map(({ student, name, matric, programme }, at) => (
        <tr key={student} className="keep-together">
          <td className={`${cell} figures`}>{at + 1}</td>
          <td className={cell}>{name}</td>
          <td className={`${cell} figures whitespace-nowrap`}>{matric}</td>
          <td className={onPaper}>{programme}</td>
          <td className={onPaper} />
        </tr>
      ))}
    </tbody>
  </table>
);
