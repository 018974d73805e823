import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { movedMarks, passedCodes, recordAttempts, triedCodes } from "./course-result.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

interface Node {
  readonly "Node Type": string;
  readonly Plans?: readonly Node[];
}

const typesIn = (node: Node): string[] => [node["Node Type"], ...(node.Plans ?? []).flatMap(typesIn)];

// A part of a union that is asked as a whole is read from end to end for each student, however large the college is.
test.for([
  ["recordAttempts", recordAttempts],
  ["triedCodes", triedCodes],
  ["passedCodes", passedCodes],
  ["movedMarks", movedMarks],
] as const)("the tables of %s are asked for each student themselves", async ([, attempts]) => {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Node }] }>`explain (format json)
    with asked as materialized (select s._id as student from portal.student s where s.matric like 'NCE/26/%')
    select a.* from asked join ${attempts()} a on a.student = asked.student`.execute(portal.db);
  const types = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => typesIn(Plan)));
  expect(types).toContain("Append");
  expect(types).not.toContain("Subquery Scan");
});
