/** A row of a file of students, by its headings. */
export type StudentRow = Readonly<Record<string, string>>;

/** The nth of those who study here already, as a registry writes them down. */
export const studentRow = (nth: number): StudentRow => ({
  "Matric number": `NCE/24/${100_000 + nth}`,
  "First name": firstNames[nth % firstNames.length] ?? "",
  "Middle name": nth % 3 === 0 ? "Ojo" : "",
  "Last name": lastNames[Math.floor(nth / firstNames.length) % lastNames.length] ?? "",
  "Email address": `returning${nth}@example.com`,
  "Phone number": `0803${String(1_000_000 + nth)}`,
  "JAMB Admission number": `2024${20_000_000 + nth}AB`,
  Sex: nth % 2 === 0 ? "M" : "Female",
  "Date of birth": `${String(1 + (nth % 28)).padStart(2, "0")}/0${1 + (nth % 9)}/${2003 - (Math.floor(nth / 2_772) % 45)}`,
  "State of origin": nth % 2 === 0 ? "KOGI STATE" : "Nassarawa",
  "Local government area": "",
  Programme: nth % 2 === 0 ? "NCE-CRS-ENG" : "nce crs/eng",
  "Session of entry": "2026",
  "Mode of entry": nth % 5 === 0 ? "UTME" : "JAMB UTME",
  Level: nth % 2 === 0 ? "200" : "200L",
  Semester: "1",
});

const firstNames = ["Amina", "Musa", "Chidi", "Bola", "Ngozi", "Sani", "Ruth", "Femi", "Hauwa", "Emeka", "Grace"];
const lastNames = ["Yusuf", "Okafor", "Adeyemi", "Bello", "Danjuma", "Eze", "Ibrahim", "Ojo", "Abubakar"];

/** What is wrong with every tenth row, one after the other; `before` is a row that stands above it. */
const faults: readonly ((row: StudentRow, before: StudentRow) => StudentRow)[] = [
  (row) => ({ ...row, Programme: "NCE-XXX-YYY" }),
  (row) => ({ ...row, "Date of birth": "31/02/2003" }),
  (row) => ({ ...row, "First name": "" }),
  (row) => ({ ...row, Level: "250" }),
  (row) => ({ ...row, "State of origin": "Biafra" }),
  (row) => ({ ...row, "Phone number": "12" }),
  (row, before) => ({ ...row, "Matric number": (before["Matric number"] ?? "").toLowerCase() }),
  (row, before) => ({ ...row, "JAMB Admission number": before["JAMB Admission number"] ?? "" }),
  (row, before) => ({ ...row, "Email address": (before["Email address"] ?? "").toUpperCase() }),
];

/** A CSV file of so many students, the tenth, twentieth and so on of them wrong in turn in each of nine ways. */
export function studentFile(count: number, from = 1): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const row = studentRow(from + at);
    const spoil = (at + 1) % 10 === 0 ? faults[((at + 1) / 10 - 1) % faults.length] : undefined;
    return spoil ? spoil(row, studentRow(from + at - 1)) : row;
  });
  return fileOfStudents(rows);
}

export function fileOfStudents(rows: readonly StudentRow[]): string {
  const headings = Object.keys(studentRow(1));
  return [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ""))]
    .map((cells) => cells.join(","))
    .join("\n");
}
