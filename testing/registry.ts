import { coded } from "./bursar.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

export interface TestStudent {
  readonly _id: string;
  readonly matric: string;
  readonly emailaddress: string;
  readonly jamb: string;
  readonly firstname: string;
  readonly lastname: string;
}

let made = 0;

/** Somebody of the registry who types students in, and what all of them have unless something else is said. */
export async function registry(portal: TestPortal) {
  const officer: StaffMember = await staffMember(portal, { pages: ["students", "students.change"] });
  const usual = {
    firstname: "Amina",
    lastname: "Yusuf",
    programme: await coded(portal, "programme", "NCE-CRS-ENG"),
    session: await coded(portal, "session", "2026"),
    type: "JAMB UTME",
    level: 200,
    semester: 1,
    gender: "Female",
    stateoforigin: "Kogi",
  };
  return {
    officer,
    async student(more: Record<string, unknown> = {}): Promise<TestStudent> {
      made += 1;
      const form = {
        ...usual,
        matric: `NCE/24/${10_000 + made}`,
        emailaddress: `student${made}@example.com`,
        phonenumber: `0803${1_000_000 + made}`,
        jamb: `2024${30_000_000 + made}AB`,
        ...more,
      };
      const { body } = await granted(officer.post("/staff/ms_student", form));
      return { ...form, _id: body._id };
    },
  };
}
