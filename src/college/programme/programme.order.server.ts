import type { Database } from "#platform/database/connect.server.ts";

/** A programme in a list of all of them. */
export interface OrderedProgramme {
  readonly _id: string;
  /** `NCE Biology/Chemistry`. */
  readonly label: string;
  /** The `_id` of its school. */
  readonly college: string;
}

/** Every programme, open or not, by its code. */
export async function programmesInOrder(db: Database): Promise<OrderedProgramme[]> {
  const found = await db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select(["programme._id", "programme.award", "programme.name", "department.college"])
    .orderBy("programme.code")
    .execute();
  return found.map(({ _id, award, name, college }) => ({ _id, label: `${award} ${name}`, college }));
}
