import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { sendReport } from "#console/export/export.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { retained, retentionKinds } from "../retention/retention.rules.ts";
import { daysInForce } from "../retention/retention.server.ts";
import { type DataClass, dataClasses } from "./processing-record.classes.rules.ts";
import { exportProcessingRecord, readProcessingRecord } from "./processing-record.contract.ts";

/** What a class is kept for, and the rules of the college about it as they are in force today. */
async function keptFor(db: Database, { kept, retention }: DataClass): Promise<string> {
  const rules = await Promise.all(
    retentionKinds
      .filter((kind) => retention.includes(kind))
      .map(async (kind) => {
        const days = await daysInForce(db, kind);
        const { name, from } = retained[kind];
        return days === null ? `${name}: no rule is in force` : `${name}: ${asCount(days, "day")} from ${from}`;
      }),
  );
  return [kept, ...rules].join(". ");
}

const classesShown = (db: Database) =>
  Promise.all(
    dataClasses.map(async (one) => {
      const { name, whose, purpose, basis, recipients, tables } = one;
      return { name, whose, purpose, basis, recipients, kept: await keptFor(db, one), tables: [...tables] };
    }),
  );

function processingRecordCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("processing-record");

  handle(app, readProcessingRecord, view, async ({ who }) => {
    requireWholeCollege(who);
    const officer = (await readSetting(db, "dataOfficer")).trim();
    return { officer: officer || null, classes: await classesShown(db) };
  });

  handle(app, exportProcessingRecord, view, async (ask) => {
    requireWholeCollege(ask.who);
    const classes = await classesShown(db);
    return sendReport(app, ask, {
      noun: "processing_record",
      name: "Record of processing",
      filter: brand.name,
      headings: ["What", "Of whom", "Purpose", "Basis", "Who else learns of it", "How long"],
      rows: classes.map(({ name, whose, purpose, basis, recipients, kept }) => [
        name,
        whose,
        purpose,
        basis,
        recipients ?? "Nobody",
        kept,
      ]),
    });
  });
}

export const processingRecordNoun: Noun = {
  name: "processing-record",
  calls: processingRecordCalls,
};
