import { addGrading } from "../demo/grading.fill.ts";
import { standBy } from "../src/grading/result-profile/result-profile.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";
import type { TestPortal } from "./portal.ts";

/** The five points of the NCE for everybody, and the steps, as the demo college has them. Answers the profile's `_id`. */
export const graded = ({ db }: TestPortal): Promise<string> => db.transaction().execute(addGrading);

interface Published {
  readonly student: string;
  readonly session: string;
  /** A class of that session. */
  readonly taught: string;
  readonly course: string;
  readonly profile: string;
}

/** A published result of 63, put straight into the database, and the profile by which it stands from then on. */
export async function resultPublished(
  trx: Trx,
  { student, session, taught, course, profile }: Published,
): Promise<void> {
  await standBy(trx, [profile]);
  const { programme } = await trx
    .selectFrom("student")
    .select("programme")
    .where("_id", "=", student)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("course_result")
    .values({
      _id: newId(),
      student,
      session,
      semester: 1,
      programme: programme ?? "",
      level: 100,
      class: taught,
      course,
      title: course,
      units: 2,
      moduletype: "Core",
      ca: 25,
      examination: 38,
      total: 63,
      passline: 40,
      publication: newId(),
      visibleAt: "2026-01-01T00:00:00Z",
    })
    .execute();
}
