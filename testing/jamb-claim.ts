import { type Person, type Reply, signedInApplicant } from "./applicant.ts";
import { sendJambFile } from "./jamb-file.ts";
import type { TestPortal } from "./portal.ts";
import type { StaffMember } from "./staff.ts";
import { granted } from "./walk.ts";

/** The row of JAMB's list that most claims are about, by its heading. */
export const jambRow = {
  RG_NUM: "202611110001AB",
  RG_CANDNAME: "BELLO AISHA MUSA",
  RG_SEX: "F",
  STATE_NAME: "Kano",
  LGA_NAME: "Dala",
  CO_NAME: "BIOLOGY/CHEMISTRY",
  RG_AGGREGATE: "201",
  SUBJECTS: "English, Biology, Chemistry, Physics",
  DOB: "29/02/2004",
};

export type JambRow = Partial<typeof jambRow>;

/** Imports a list of candidates with these rows, each `jambRow` but for what is said of it. */
export async function importJambRows(
  portal: TestPortal,
  officer: StaffMember,
  session: string,
  rows: readonly JambRow[],
): Promise<void> {
  const headings = Object.keys(jambRow) as (keyof typeof jambRow)[];
  const lines = rows.map((row) => headings.map((name) => `"${row[name] ?? jambRow[name]}"`).join(","));
  const file = [headings.join(","), ...lines].join("\n");
  const map = {
    ...{ jamb: "RG_NUM", name: "RG_CANDNAME", gender: "RG_SEX", stateoforigin: "STATE_NAME", lgaoforigin: "LGA_NAME" },
    ...{ course: "CO_NAME", utme: "RG_AGGREGATE", subject1: "SUBJECTS", dateofbirth: "DOB" },
  };
  await granted(sendJambFile(portal, officer, { kind: "candidates", session, file, map }));
}

export const claimOf = (person: Person, jamb: string, secret: string): Promise<Reply> =>
  person.post("/ms_jamb_claim", { jamb, secret });

/** An applicant whose account has this number. */
export async function applicantWith(portal: TestPortal, jamb: string): Promise<Person> {
  const person = await signedInApplicant(portal);
  await portal.db.updateTable("applicant").set({ jamb }).where("_id", "=", person._id).execute();
  return person;
}
