import { choiceName } from "#applications/application/application.rules.ts";
import { shortMinute } from "#console/record/record.rules.ts";
import { Breakable } from "#kit/look/facts.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { ReviewFile } from "../review.file.contract.ts";
import { PaperPicture } from "../review.papers.part.page.tsx";

export function ApplicantFacts({ file }: { file: ReviewFile }) {
  const { bio, name, photo, utme, screening, createdAt } = file;
  const born = `${bio.dateofbirth}T12:00:00Z`;
  const scores = [utme !== null && `UTME ${utme}`, screening !== null && `screening ${screening}`].filter(Boolean);
  return (
    <section aria-labelledby="applicant" className="card flex flex-col gap-4 p-4 sm:flex-row">
      <div className="w-28 shrink-0">
        {photo ? (
          <PaperPicture link={photo} what={`Photograph of ${name}`} look="h-36 w-28 object-cover" />
        ) : (
          <p className="grid h-36 place-items-center border border-edge border-dashed text-center text-small text-soft">
            No photograph
          </p>
        )}
      </div>
      <div className="min-w-0 grow">
        <h2 id="applicant" className="mb-2 text-large">
          Applicant
        </h2>
        <Pairs
          list={[
            ["Mode of entry", file.type],
            ...choicePairs(file.choices),
            ["Scores", scores.join(", ") || "None told yet"],
            ["Session", file.session.name],
            ["Sex", bio.gender],
            ["Date of birth", `${asDay(born)} (${bio.age})`],
            ["State of origin", `${bio.stateoforigin}, ${bio.lgaoforigin}`],
            ["Lives in", `${bio.stateofresidence}, ${bio.lgaofresidence}`],
            ["Address", bio.homeaddress],
            ["Phone", localPhone(bio.phonenumber)],
            ["Email", bio.emailaddress],
            ["Highest qualification", bio.qualification],
            ["Submitted", shortMinute(createdAt)],
            ["Marital status", bio.maritalstatus],
            ["Religion", bio.religion],
          ]}
        />
      </div>
    </section>
  );
}

const choicePairs = (choices: ReviewFile["choices"]): [string, string][] =>
  choices.map(({ rank, title }) => [choiceName(rank), title]);

export const RefereeFacts = ({ list }: { list: ReviewFile["referees"] }) => (
  <section aria-labelledby="referees" className="card p-4">
    <h2 id="referees" className="mb-2 text-large">
      Parents and guardians
    </h2>
    <ul className="grid gap-3 sm:grid-cols-2">
      {list.map(({ _id, name, phonenumber, emailaddress, homeaddress, remark }) => (
        <li key={_id}>
          <p className="font-semibold">{name}</p>
          {remark && <p className="text-warn">{remark}</p>}
          <p className="figures">{localPhone(phonenumber)}</p>
          {emailaddress && <p className="break-all">{emailaddress}</p>}
          <p className="text-soft">{homeaddress}</p>
        </li>
      ))}
    </ul>
  </section>
);

export const ALevelFacts = ({ list }: { list: ReviewFile["alevels"] }) => (
  <section aria-labelledby="alevels" className="card p-4">
    <h2 id="alevels" className="mb-2 text-large">
      A-Level results
    </h2>
    <ul className="grid gap-4 sm:grid-cols-2">
      {list.map(({ name, institution, facts }) => (
        <li key={`${name} ${institution}`}>
          <p>
            <strong>{name}</strong>, {institution}
          </p>
          <Pairs list={facts.map(({ label, value }) => [label, value])} />
        </li>
      ))}
    </ul>
  </section>
);

/** Labels over values, as many beside each other as there is room. */
const Pairs = ({ list }: { list: readonly (readonly [label: string, value: string])[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-2">
    {list.map(([label, value]) => (
      <div key={label} className="min-w-0">
        <dt className="text-small text-soft">{label}</dt>
        <dd className="figures">
          <Breakable text={value} />
        </dd>
      </div>
    ))}
  </dl>
);
