import { coded } from "./bursar.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

/** Somebody who keeps the catalogue of the whole college, and what all courses have unless something else is said. */
export async function catalogue(portal: TestPortal) {
  const officer: StaffMember = await staffMember(portal, {
    pages: ["courses", "courses.change", "programmes", "sessions"],
  });
  const usual = {
    programme: await coded(portal, "programme", "NCE-CRS-ENG"),
    session: await coded(portal, "session", "2026"),
    moduletype: "Core",
    status: true,
    credit: 2,
    level: 100,
    semester: 1,
    general: false,
  };
  return {
    officer,
    usual,
    /** Answers the course's `_id`. */
    async course(code: string, more: Record<string, unknown> = {}): Promise<string> {
      const form = { ...usual, code, name: `Course ${code}`, ...more };
      return (await granted(officer.post("/staff/ms_course", form))).body._id;
    },
  };
}
