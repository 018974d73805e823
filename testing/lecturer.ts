import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import { catalogue, registeredFor } from "./catalogue.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";

/** The class that a course stands in. */
export async function classOf({ db }: TestPortal, course: string): Promise<string> {
  const found = await db.selectFrom("course").select("class").where("_id", "=", course).executeTakeFirstOrThrow();
  return found.class;
}

/** Allocates a course to a member of staff, put straight into the database: for tests of what comes after. */
export async function allocate({ db }: TestPortal, staff: string, course: string): Promise<void> {
  // The class and the session are those of the course.
  const { class: of, session } = await db
    .selectFrom("course")
    .select(["class", "session"])
    .where("_id", "=", course)
    .executeTakeFirstOrThrow();
  await db.insertInto("course_allocation").values({ _id: newId(), course, class: of, session, staff }).execute();
}

/** A lecturer of these courses, whose right reaches nothing but what is allocated. */
export async function lecturerOf(portal: TestPortal, ...courses: readonly string[]): Promise<StaffMember> {
  const lecturer = await staffMember(portal, {
    pages: ["my-courses", "my-courses.change"],
    scope: "department",
    firstname: "Musa",
    lastname: "Garba",
  });
  for (const course of courses) await allocate(portal, lecturer._id, course);
  return lecturer;
}

/** A session long before the one that runs. */
export async function earlierSession({ db }: TestPortal): Promise<string> {
  const known = await db.selectFrom("session").select("_id").where("name", "=", "1999/2000").executeTakeFirst();
  if (known) return known._id;
  const _id = newId();
  const values = { _id, code: "1999", name: "1999/2000", status: false, admission: false, semester: 1 };
  await db.insertInto("session").values(values).execute();
  return _id;
}

let read = 0;

/** A class that a student takes, with one material that has a text and a file. */
export async function readableMaterial(portal: TestPortal, { student }: { readonly student: string }) {
  const { db } = portal;
  read += 1;
  const course = await (await catalogue(portal)).course(`RDM ${100 + read}`);
  await registeredFor(portal, student, [course]);
  const of = await classOf(portal, course);
  const [topic, material, newname] = [newId(), newId(), `${randomBytes(16).toString("hex")}.pdf`];
  const bytes = Buffer.from("%PDF-1.4");
  await portal.app.portal.files.keep(newname, bytes, "application/pdf");
  const file = { newname, owner: newId(), kind: "material", mediatype: "application/pdf", bytes: bytes.length };
  await db
    .insertInto("stored_file")
    .values({ _id: newId(), sha256: Buffer.alloc(32), ...file })
    .execute();
  await sql`insert into portal.topic (_id, course, label) values (${topic}, ${course}, 'Read')`.execute(db);
  await sql`insert into portal.material (_id, topic, label, post, file)
    values (${material}, ${topic}, 'Read', 'A text', ${newname})`.execute(db);
  return { class: of, material };
}
