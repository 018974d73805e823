import pg from "pg";

/** The name of the constraint that PostgreSQL held against a statement, if that is what failed. */
export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith("23") ? error.constraint : undefined;

/** Runs a statement whose rule is a constraint; a broken one that the table names becomes its refusal, or another try. */
export async function onConstraint<T>(refusals: Record<string, () => Error>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const refusal = refusals[brokenConstraint(error) ?? ""];
    throw refusal ? refusal() : error;
  }
}
