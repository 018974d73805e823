import type { ALevel } from "./alevel-result.contract.ts";

/** What was achieved, in pairs: each subject with its grade, or a diploma's course and class. */
export function factsOfResult(result: ALevel): { label: string; value: string }[] {
  if (result.type === "Diploma") {
    const { courseOfStudy, diplomaType, classification, cgpa } = result.results;
    return [
      { label: "Course of study", value: courseOfStudy },
      { label: "Diploma type", value: diplomaType },
      { label: "Classification", value: classification },
      { label: "CGPA", value: cgpa },
    ];
  }
  const { results } = result;
  return [
    { label: results.educationSubject, value: results.educationSubjectGrade },
    { label: results.educationSubject2, value: results.educationSubject2Grade },
    { label: results.educationSubject3, value: results.educationSubject3Grade },
  ];
}

/** How a result is named: NCE 2021. */
export const aLevelName = ({ type, results }: Pick<ALevel, "type"> & { results: { yearOfGraduation: string } }) =>
  `${type} ${results.yearOfGraduation}`;
