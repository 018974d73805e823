import * as v from "valibot";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, post, put } from "#kit/wire/endpoint.contract.ts";
import { aLevelTypes, classifications, diplomaTypes } from "#reference/qualifications/qualifications.rules.ts";
import { year } from "../olevel-sitting/olevel-sitting.contract.ts";
import { path, typesOfSubjects } from "./alevel-result.contract.ts";

/** A letter, which some boards number: C, c4. */
const grade = (label: string) =>
  v.pipe(
    text(label, 20),
    v.toUpperCase(),
    v.regex(/^[A-F][1-9]?$/, `${label} must be a letter from A to F, such as A, B, C or D`),
    v.title(label),
  );

const cgpa = v.pipe(
  text("CGPA", 20),
  v.regex(
    /^(?:[0-4](?:\.\d{1,2})?|5(?:\.00?)?)$/,
    "CGPA must be a number from 0.00 to 5.00, with two decimals at most, such as 3.25",
  ),
  v.title("CGPA"),
);

const everywhere = {
  institutionName: text("Institution name", 120),
  yearOfGraduation: year("Year of graduation"),
};

const threeSubjects = fields({
  ...everywhere,
  educationSubject: text("First subject", 60),
  educationSubjectGrade: grade("Grade of first subject"),
  educationSubject2: text("Second subject", 60),
  educationSubject2Grade: grade("Grade of second subject"),
  educationSubject3: text("Third subject", 60),
  educationSubject3Grade: grade("Grade of third subject"),
});

const folded = (subject: string) => subject.toLowerCase().replace(/\s+/g, " ");

export const subjectResults = v.pipe(
  threeSubjects,
  v.forward(
    v.partialCheck(
      [["educationSubject"], ["educationSubject2"]],
      (named) => folded(named.educationSubject) !== folded(named.educationSubject2),
      "Second subject is the same as the first one: name three different subjects",
    ),
    ["educationSubject2"],
  ),
  v.forward(
    v.partialCheck(
      [["educationSubject"], ["educationSubject2"], ["educationSubject3"]],
      ({ educationSubject, educationSubject2, educationSubject3 }) =>
        ![educationSubject, educationSubject2].map(folded).includes(folded(educationSubject3)),
      "Third subject is the same as another one: name three different subjects",
    ),
    ["educationSubject3"],
  ),
  v.title("Result"),
);

export const diplomaResults = v.pipe(
  fields({
    ...everywhere,
    courseOfStudy: text("Course of study", 100),
    classification: choice("Classification", classifications),
    diplomaType: choice("Diploma type", diplomaTypes),
    cgpa,
  }),
  v.title("Result"),
);

const TYPE = "Type of result";

const ofSubjects = fields({ type: choice(TYPE, typesOfSubjects), results: subjectResults });
const ofDiploma = fields({ type: choice(TYPE, ["Diploma"]), results: diplomaResults });
const anything = v.pipe(
  v.unknown(),
  v.check((sent) => sent instanceof Object, "A JSON object is expected"),
  v.title("Result"),
);
const ofNoType = fields({ type: choice(TYPE, aLevelTypes), results: anything });

const byType = v.variant("type", [ofSubjects, ofDiploma]);

/** Judged by the form of its type. Of an unknown type a variant would say that alone, and not what else is wrong. */
export const aLevelForm: typeof byType = {
  ...byType,
  "~run": (sent, config) => {
    const form = [ofSubjects, ofDiploma].find(({ entries }) => v.is(entries.type, typeIn(sent.value))) ?? ofNoType;
    return form["~run"](sent, config) as ReturnType<(typeof byType)["~run"]>;
  },
};

const typeIn = (sent: unknown) => (sent instanceof Object && "type" in sent ? sent.type : undefined);

export const addALevel = post(path, "Adds an A-Level result, five at most", aLevelForm, done({ _id: v.string() }));
export const editALevel = put(
  `${path}/:id`,
  "Changes an A-Level result that no application relies on",
  aLevelForm,
  done({ version: v.number() }),
);
