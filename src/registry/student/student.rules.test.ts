import { expect, test } from "vitest";
import { livingStatuses, maySignIn, statusesStopping, stoppable, stoppedBy, studentStatuses } from "./student.rules.ts";

test("whoever is Active is stopped nothing, and nobody else registers or sits", () => {
  expect(stoppedBy("Active")).toEqual([]);
  for (const what of ["registration", "sitting"] as const)
    expect(statusesStopping(what)).toEqual(studentStatuses.filter((status) => status !== "Active"));
});

test("results stay for who left in peace, and whoever may come again can sign in", () => {
  expect(statusesStopping("results")).toEqual(["Rusticated", "Expelled", "Deceased", "Merged"]);
  expect(statusesStopping("signin")).toEqual(["Expelled", "Deceased", "Merged"]);
  for (const status of livingStatuses) expect(maySignIn(status)).toBe(true);
  expect(stoppedBy("Expelled")).toEqual(stoppable);
});
