import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { graduations, readGraduationPaper } from "./graduation.contract.ts";

type Paper = Replied<typeof readGraduationPaper>;

/** A list as the board reads it: by programme, class of pass and name, with lines to sign. */
export function GraduationPaper({ id }: { id: string }) {
  const read = useRead(readGraduationPaper, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the list">
          <Link to={`${graduations.link}/${id}`} className="button button-quiet">
            Back to the list
          </Link>
          <PrintButton />
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={graduations}>
        {(paper) => (
          <article className="mx-auto flex max-w-[52rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
            <Letterhead {...letterhead} />
            <div>
              <h2 className="text-title">{paper.title}</h2>
              <p>{said(paper)}</p>
            </div>
            {paper.programmes.map((one) => (
              <Programme key={one.programme} of={one} />
            ))}
            <Signing signers={paper.signers} />
            <p className="text-small text-soft">As it stood on {asMinute(paper.asOf)}</p>
          </article>
        )}
      </ReadRecord>
    </>
  );
}

const said = ({ state, minute, heldon }: Paper): string => {
  if (state === "Approved" && heldon) return `Conferred on ${asDay(`${heldon}T12:00:00Z`)} by ${minute}`;
  return state === "Proposed"
    ? "Proposed. It is no award before the board has conferred it"
    : `${state}. It is no award`;
};

const cell = "border-line border-b py-1 pr-3 text-left align-top";

const Programme = ({ of: { programme, classes } }: { of: Paper["programmes"][number] }) => (
  <section aria-label={programme} className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h3 className="text-large">{programme}</h3>
    {classes.map(({ passclass, people }) => (
      <table key={passclass} className="w-full border-collapse">
        <caption className="pb-1 text-left font-semibold">
          {passclass}, {asCount(people.length, "person", "people")}
        </caption>
        <thead>
          <tr>
            <th scope="col" className={cell}>
              No.
            </th>
            <th scope="col" className={cell}>
              Name
            </th>
            <th scope="col" className={`${cell} hidden sm:table-cell print:table-cell`}>
              Matric number
            </th>
            <th scope="col" className={`${cell} text-right`}>
              CGPA
            </th>
            <th scope="col" className={`${cell} hidden text-right sm:table-cell print:table-cell`}>
              Units
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ name, matric, cgpa, units }, at) => (
            <tr key={`${name} ${matric}`} className="break-inside-avoid">
              <td className={`${cell} figures`}>{at + 1}</td>
              <td className={`${cell} wrap-anywhere`}>
                {name}
                <span className="figures block text-small text-soft sm:hidden print:hidden">{matric}</span>
              </td>
              <td className={`${cell} figures hidden sm:table-cell print:table-cell`}>{matric}</td>
              <td className={`${cell} figures text-right`}>{cgpa}</td>
              <td className={`${cell} figures hidden text-right sm:table-cell print:table-cell`}>{units}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ))}
  </section>
);

const Signing = ({ signers }: { signers: readonly string[] }) => (
  <div className="keep-together mt-8 grid gap-x-8 gap-y-10 sm:grid-cols-2 print:grid-cols-2">
    {signers.map((one) => (
      <p key={one} className="border-ink border-t pt-1">
        {one}, signature and date
      </p>
    ))}
  </div>
);
