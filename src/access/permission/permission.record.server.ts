import type { FastifyInstance } from "fastify";
import type { AnyAssignment } from "#console/assignment/assignment.contract.ts";
import type { AnyListing } from "#console/listing/listing.contract.ts";
import type { AnyRecord } from "#console/record/record.contract.ts";
import type { Field } from "#console/record/record.facts.contract.ts";
import { type Rules, registryOf } from "#console/record/record.rules.server.ts";
import { assignmentCalls, type Guards, listingCalls, recordCalls } from "#console/record/record.server.ts";
import type { PageKey } from "../page/pages.contract.ts";
import { staff, staffWithAny } from "./permission.server.ts";

/** Registers a plain record with the rights of its page. */
export const staffRecordCalls = (app: FastifyInstance, rules: Rules<AnyRecord>): void =>
  recordCalls(app, rules, guardsOf(app, rules));

/** Registers an assignment with the rights of its page. */
export const staffAssignmentCalls = (app: FastifyInstance, rules: Rules<AnyAssignment>): void =>
  assignmentCalls(app, rules, guardsOf(app, rules));

/** Registers what is only looked at with the right of its page. */
export const staffListingCalls = (app: FastifyInstance, rules: Rules<AnyListing>): void =>
  listingCalls(app, rules, staff(rules.of.page as PageKey));

function guardsOf(app: FastifyInstance, { of }: Rules): Guards {
  const page = of.page as PageKey;
  return {
    view: staff(page),
    change: staff(`${page}.change` as PageKey),
    choose: staffWithAny(`staff:choosing ${of.noun}`, () => pagesThatName(app, of.noun)),
  };
}

/** Names of a noun are for whoever may see it, or a record that refers to it. */
function pagesThatName(app: FastifyInstance, noun: string): PageKey[] {
  const naming = [...registryOf(app).values()].filter(
    ({ of }) => of.noun === noun || of.facts.some((field: Field) => field.noun === noun),
  );
  return naming.map(({ of }) => of.page as PageKey);
}
