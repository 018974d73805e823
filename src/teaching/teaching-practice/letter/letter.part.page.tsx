import { semesterWords } from "#calendar/session/session.rules.ts";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { PaperCheck } from "#kit/paper/paper-marks.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import type { readPostingLetter } from "./letter.contract.ts";

const day = (iso: string) => asDay(`${iso}T12:00:00Z`);

/** The letter that a student shows at the school: one A4 page. */
export function PostingLetter({ of }: { of: Replied<typeof readPostingLetter> }) {
  const { school, words } = of;
  return (
    <article className="flex flex-col gap-5 print:gap-3 print:leading-[1.35]">
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <p>
          {school.contact ?? "The Principal or Head Teacher"}
          <br />
          {school.name}
          <br />
          <span className="whitespace-pre-line">{school.address}</span>
          <br />
          {school.lga}, {school.state}
        </p>
        <p>{day(of.postedAt.slice(0, 10))}</p>
      </div>
      <PaperWords text={words.greeting} />
      <h1 className="text-title">{words.heading}</h1>
      <PaperWords text={words.opening} />
      <PaperLines>
        <PaperLine label="Name">
          <strong>{of.name}</strong>
        </PaperLine>
        {of.matric && <PaperLine label="Matric number">{of.matric}</PaperLine>}
        <PaperLine label="Subjects">
          {of.programme}
          {of.level !== null && `, ${of.level} level`}
        </PaperLine>
        <PaperLine label="Session">
          {of.session}, {semesterWords(of.semester)}
        </PaperLine>
        <PaperLine label="From">{day(of.starts)}</PaperLine>
        <PaperLine label="Until">{day(of.ends)}</PaperLine>
        <PaperLine label="Supervisor">{of.supervisor ?? "The college names one to you"}</PaperLine>
      </PaperLines>
      <PaperWords text={words.closing} />
      <div className="keep-together mt-8 grid max-w-80 gap-0.5 print:mt-6">
        <span className="whitespace-pre-line border-ink border-t pt-1">{words.signatories}</span>
        <span className="text-small">{brand.name}</span>
      </div>
      <PaperCheck address={of.genuine} says={[`Name: ${of.name}`, `School: ${school.name}`]} asOf={of.asOf} />
    </article>
  );
}
