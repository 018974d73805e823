import type { WantedColumn } from "#console/table-map/table-map.contract.ts";
import { guessedMap } from "#console/table-map/table-map.rules.ts";
import type { FileKind } from "../jamb.rules.ts";

/** As JAMB's downloads, CAPS and offices' own tables spell it. */
const jamb: WantedColumn = {
  name: "jamb",
  label: "JAMB number",
  usual: [
    "RG_NUM",
    "RG_NO",
    "RegNo",
    "Reg. Number",
    "Registration number",
    "JAMB No",
    "JAMB Reg No",
    "JAMB Registration Number",
    "JAMB Admission number",
    "UTME No",
    "UTME Reg No",
    "UTME Registration Number",
    "Candidate number",
  ],
};

const name: WantedColumn = {
  name: "name",
  label: "Whole name",
  hint: "Or surname and other names in columns of their own",
  usual: [
    "RG_CANDNAME",
    "CANDNAME",
    "Candidate name",
    "Candidate's name",
    "Candidate",
    "Full name",
    "Name",
    "Names",
    "Name of candidate",
  ],
};

const course: WantedColumn = {
  name: "course",
  label: "Course",
  hint: "As JAMB calls it",
  usual: [
    "CO_NAME",
    "CONAME",
    "Course name",
    "Course of study",
    "Proposed course",
    "Admitted course",
    "Course admitted",
    "Programme",
    "Program",
    "First choice course",
  ],
};

const candidates: readonly WantedColumn[] = [
  jamb,
  name,
  { name: "lastname", label: "Surname", usual: ["RG_SURNAME", "Last name", "Family name"] },
  {
    name: "firstname",
    label: "Other names",
    hint: "Or the first name",
    usual: ["Other name", "First name", "RG_FIRSTNAME", "RG_OTHERNAMES", "Given names"],
  },
  { name: "middlename", label: "Middle name", usual: ["RG_MIDDLENAME", "Second name"] },
  { name: "gender", label: "Sex", usual: ["RG_SEX", "Gender"] },
  {
    name: "stateoforigin",
    label: "State",
    usual: ["STATE_NAME", "RG_STATE", "State of origin", "STNAME", "Candidate state"],
  },
  {
    name: "lgaoforigin",
    label: "Local government area",
    usual: ["LGA_NAME", "RG_LGA", "LGA", "LGA of origin", "Local government", "LG Area"],
  },
  {
    name: "dateofbirth",
    label: "Date of birth",
    hint: "By which candidates claim their row; else the UTME score",
    usual: ["DOB", "RG_DOB", "Birth date", "Date of Birth (DD/MM/YYYY)", "D.O.B"],
  },
  course,
  {
    name: "utme",
    label: "UTME score",
    hint: "0 to 400, what JAMB calls the aggregate",
    usual: [
      "RG_AGGREGATE",
      "Aggregate",
      "UTME",
      "UTME aggregate",
      "JAMB score",
      "Total score",
      "Score",
      "Total",
      "AGG",
    ],
  },
  {
    name: "subject1",
    label: "Subjects",
    hint: "All in one column, or the first",
    usual: ["UTME subjects", "Subject combination", "Subject 1", "SUBJ1", "RG_SUB1", "SUBJECT_1"],
  },
  { name: "subject2", label: "Second subject", usual: ["Subject 2", "SUBJ2", "RG_SUB2"] },
  { name: "subject3", label: "Third subject", usual: ["Subject 3", "SUBJ3", "RG_SUB3"] },
  { name: "subject4", label: "Fourth subject", usual: ["Subject 4", "SUBJ4", "RG_SUB4"] },
];

const screening: readonly WantedColumn[] = [
  jamb,
  {
    name: "score",
    label: "Screening score",
    hint: "0 to 100; ABS for who did not come",
    usual: ["RG_PUTME", "PUTME", "Post-UTME", "Post UTME score", "Screening", "Score", "Total", "Total score", "Mark"],
  },
];

const caps: readonly WantedColumn[] = [
  jamb,
  name,
  course,
  {
    name: "status",
    label: "Status",
    hint: "Such as Approved, Admitted, Rejected, Not approved or Accepted",
    usual: ["Admission status", "CAPS status", "RG_STATUS", "Approval status", "Remark", "Decision"],
  },
];

export const wantedColumns: Readonly<Record<FileKind, readonly WantedColumn[]>> = { candidates, screening, caps };

/** Without one of each of these there is nothing to import: alternatives, by the names of columns. */
const needed: Readonly<Record<FileKind, readonly (readonly string[])[]>> = {
  candidates: [["jamb"], ["name", "lastname"]],
  screening: [["jamb"], ["score"]],
  caps: [["jamb"], ["status"]],
};

/** What a file lacks, by the labels of the columns; empty when it can be imported. */
export const lackedColumns = (kind: FileKind, map: Readonly<Record<string, string>>): string[] =>
  needed[kind]
    .filter((names) => !names.some((one) => map[one] !== undefined))
    .map((names) => names.map((one) => labelOf(kind, one)).join(" or "));

/** Whether these are the headings of such a file: JAMB's portal and offices write a title above them. */
export const isHeadOf =
  (kind: FileKind) =>
  (cells: readonly string[]): boolean =>
    lackedColumns(kind, guessedMap(wantedColumns[kind], cells)).length === 0;

const labelOf = (kind: FileKind, wanted: string): string =>
  wantedColumns[kind].find((column) => column.name === wanted)?.label ?? wanted;
