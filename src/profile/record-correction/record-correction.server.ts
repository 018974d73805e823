import type { FastifyInstance } from "fastify";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.guard.server.ts";
import type { RecordRules } from "#console/record/record.registry.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { takeFilesOnly } from "../upload/multipart.server.ts";
import { receiveFile } from "../upload/upload.receive.server.ts";
import { askForAnother, askForOneself } from "./record-correction.ask.server.ts";
import { askCorrection, readOwnCorrections, withdrawOwnCorrection } from "./record-correction.contract.ts";
import { approve, decline, withdraw, withdrawOwn } from "./record-correction.decide.server.ts";
import {
  approveRecordCorrection,
  declineRecordCorrection,
  proposeRecordCorrection,
  readCorrectable,
  readRecordCorrection,
  recordCorrections,
  sendCorrectionEvidence,
  withdrawRecordCorrection,
} from "./record-correction.desk.contract.ts";
import { correctable, correctionFile, ownCorrections } from "./record-correction.read.server.ts";
import type { CorrectionSubject } from "./record-correction.subject.server.ts";

export const recordCorrectionRules: RecordRules<typeof recordCorrections> = {
  of: recordCorrections,
  table: "record_correction",
  within: wholeCollege,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

const hourly: Limit = {
  name: "record-correction-evidence",
  points: 60,
  seconds: 3600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

/** Each is kept for good. */
const daily: Limit = {
  name: "record-correction",
  points: 60,
  seconds: 86_400,
  sentence: "You have asked for many corrections today. Please come back tomorrow, or go to the office",
};

/** Asking, deciding and reading of corrections, of every kind of record that is handed over. */
export function recordCorrectionCalls(app: FastifyInstance, subjects: readonly CorrectionSubject[]): void {
  const { db } = app.portal;
  const [view, change, decide] = [
    staff("record-corrections"),
    staff("record-corrections.change"),
    staff("record-corrections.approve"),
  ];

  handle(app, readOwnCorrections, applicant, ({ who }) => ownCorrections(db, subjects, who.applicant));
  handle(app, askCorrection, applicant, async (ask) => {
    await app.portal.limits.take(daily, ask.who.applicant);
    return askForOneself(app, subjects, ask);
  });
  handle(app, withdrawOwnCorrection, applicant, (ask) => withdrawOwn(app, ask));

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendCorrectionEvidence, change, async (ask) => {
      await app.portal.limits.take(hourly, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });

  handle(app, readCorrectable, view, ({ who, params }) => correctable(db, subjects, who, params));
  handle(app, proposeRecordCorrection, change, (ask) => askForAnother(app, subjects, ask));
  handle(app, readRecordCorrection, view, ({ who, params }) => correctionFile(app, subjects, who, params.id));
  handle(app, approveRecordCorrection, decide, (ask) => approve(app, subjects, ask));
  handle(app, declineRecordCorrection, decide, (ask) => decline(app, subjects, ask));
  handle(app, withdrawRecordCorrection, change, (ask) => withdraw(app, ask));
}
