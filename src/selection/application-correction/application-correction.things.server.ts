import type { ALevel } from "#academics/alevel-result/alevel-result.contract.ts";
import { diplomaResults, subjectResults } from "#academics/alevel-result/alevel-result.form.contract.ts";
import { aLevelName } from "#academics/alevel-result/alevel-result.rules.ts";
import { resultForm } from "#academics/olevel-result/olevel-result.contract.ts";
import { sittingForm } from "#academics/olevel-sitting/olevel-sitting.contract.ts";
import { sittingName } from "#academics/olevel-sitting/olevel-sitting.rules.ts";
import { utmeForm } from "#academics/utme-result/utme-result.contract.ts";
import type { SubmittedApplication } from "#applications/application/application.server.ts";
import { choice } from "#kit/field/fields.contract.ts";
import { bioEntries } from "#profile/bio/bio.contract.ts";
import {
  type Correctable,
  correctable,
  type Entries,
  personThings,
  placed,
  type Values,
} from "#profile/record-correction/record-correction.rules.ts";
import { gradeNames } from "#reference/grades/grades.rules.ts";
import { jambNumber } from "#reference/jamb-number/jamb-number.contract.ts";
import {
  classifications,
  diplomaTypes,
  examinationTypes,
  genders,
  highestQualifications,
  type ModeOfEntry,
  maritalStatuses,
  modesOfEntry,
  religions,
} from "#reference/qualifications/qualifications.rules.ts";
import { subjects } from "#reference/subjects/subjects.rules.ts";
import { utmeSubjects } from "#reference/subjects/subjects.utme.rules.ts";

/** What its fields are chosen from. */
export const correctionLists = {
  genders,
  religions,
  maritalStatuses,
  highestQualifications,
  examinationTypes,
  modesOfEntry,
  grades: gradeNames,
  subjects: subjects.map(({ name }) => name),
  utmeSubjects,
  classifications,
  diplomaTypes,
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** All that can be corrected of an application, in the order of the forms that it was filled in by. */
export function correctableThings(
  { snapshot, type }: SubmittedApplication,
  modes: readonly ModeOfEntry[],
): Correctable[] {
  const { bio, jamb } = snapshot;
  return [
    ...Object.values(personThings(bio)),
    correctable({ ...qualification, values: bio }),
    correctable({ ...jambThing, values: { jamb } }),
    correctable({ ...modeThing(modes), values: { type } }),
    ...sittingThings(snapshot),
    ...resultThings(snapshot),
    ...utmeThings(snapshot),
    ...aLevelThings(snapshot),
    correctable({ ...contact, values: bio }),
  ];
}

const one = <const K extends string>(name: K, entry: Entries[string]) => ({ [name]: entry }) as Entries;

const qualification = {
  kind: "qualification",
  name: "Highest qualification",
  evidence: "The certificate",
  entries: one("qualification", bioEntries.qualification),
  asked: { qualification: { look: "choice", list: "highestQualifications" } },
} as const;

const jambThing = {
  kind: "jamb",
  name: "JAMB number",
  evidence: "The JAMB result slip or registration slip",
  entries: one("jamb", jambNumber),
};

const modeThing = (modes: readonly ModeOfEntry[]) =>
  ({
    kind: "type",
    name: "Mode of entry",
    evidence: "The JAMB registration slip",
    entries: one("type", choice("Mode of entry", modesOfEntry)),
    asked: { type: { look: "choice", list: "modesOfEntry" } },
    hindrances: ({ type }: Values): Record<string, string> =>
      modes.some((mode) => mode === type) ? {} : { type: `This programme takes ${modes.join(" or ") || "nobody now"}` },
  }) as const;

const contactEntries: Entries = {
  phonenumber: bioEntries.phonenumber,
  homeaddress: bioEntries.homeaddress,
  stateofresidence: bioEntries.stateofresidence,
  lgaofresidence: bioEntries.lgaofresidence,
  maritalstatus: bioEntries.maritalstatus,
  religion: bioEntries.religion,
};

/** Decides nothing, so its owner says it. The e-mail address goes by its own way, which proves it. */
const contact = {
  kind: "contact",
  name: "Contact and personal details",
  evidence: "A letter of the applicant that asks for it",
  free: true,
  entries: contactEntries,
  asked: {
    phonenumber: { look: "phone" },
    homeaddress: { look: "lines" },
    stateofresidence: { look: "state" },
    lgaofresidence: { look: "area" },
    maritalstatus: { look: "choice", list: "maritalStatuses" },
    religion: { look: "choice", list: "religions" },
  },
  form: placed("stateofresidence", "lgaofresidence", contactEntries),
} as const;

type Snapshot = SubmittedApplication["snapshot"];

// What is awaited comes by itself, or not at all.
const { awaiting: _awaiting, ...printedOnSlip } = sittingForm.entries;

const sittingThings = ({ sittings }: Snapshot): Correctable[] =>
  sittings.map((sitting) =>
    correctable({
      kind: "sitting",
      item: sitting._id,
      name: `O-Level sitting: ${sittingName(sitting)}`,
      evidence: "The statement of result or the certificate of this sitting",
      entries: printedOnSlip,
      asked: { examinationtype: { look: "choice", list: "examinationTypes" } },
      values: {
        examinationtype: sitting.examinationtype,
        examinationcenter: sitting.examinationcenter,
        examinationyear: sitting.examinationyear,
        examinationnumber: sitting.examinationnumber,
      },
    }),
  );

const resultThings = ({ results }: Snapshot): Correctable[] =>
  results.map((result) => {
    const { subject, scored } = resultForm.entries;
    const others = results.filter((other) => other !== result && other.examination._id === result.examination._id);
    return correctable({
      kind: "result",
      item: result._id,
      name: `O-Level result: ${result.subject}, ${sittingName(result.examination)}`,
      evidence: "The statement of result or the certificate of this sitting",
      entries: { subject, scored },
      asked: { subject: { look: "choice", list: "subjects" }, scored: { look: "choice", list: "grades" } },
      values: { subject: result.subject, scored: result.scored },
      hindrances: ({ subject: wanted }): Record<string, string> =>
        others.some((other) => other.subject === wanted)
          ? { subject: "This sitting has a result of this subject already" }
          : {},
    });
  });

/** The UTME of who had told it; what JAMB's list says stands against it all the same. */
function utmeThings({ utme }: Snapshot): Correctable[] {
  if (!utme) return [];
  const [subject1 = "", subject2 = "", subject3 = ""] = utme.subjects;
  const subject = { look: "choice", list: "utmeSubjects" } as const;
  return [
    correctable({
      kind: "utme",
      name: "UTME subjects and score",
      evidence: "The JAMB result slip",
      entries: utmeForm.entries as Entries,
      asked: { subject1: subject, subject2: subject, subject3: subject },
      values: { subject1, subject2, subject3, score: utme.score ?? "" },
      form: utmeForm,
    }),
  ];
}

const aLevelThings = ({ alevels }: Snapshot): Correctable[] => alevels.map(aLevelThing);

function aLevelThing({ _id, type, results }: ALevel): Correctable {
  const form = type === "Diploma" ? diplomaResults : subjectResults;
  return correctable({
    kind: "alevel",
    item: _id,
    name: `A-Level result: ${aLevelName({ type, results })}`,
    evidence: "The certificate or the statement of result",
    entries: form.entries as Entries,
    asked: {
      classification: { look: "choice", list: "classifications" },
      diplomaType: { look: "choice", list: "diplomaTypes" },
    },
    values: results,
    form: form as Correctable["form"],
  });
}
