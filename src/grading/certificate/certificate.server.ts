import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import { foundChosen } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { write } from "#platform/write/write.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { everyGraduand } from "../graduation/graduation.server.ts";
import {
  moveSheet,
  printSheets,
  readOwnSheets,
  readRegister,
  readSheet,
  readSheetPaper,
  signSheets,
} from "./certificate.contract.ts";
import { certificateMerge, impossibleCertificates, ownCertificates } from "./certificate.impossible.server.ts";
import { printThem } from "./certificate.print.server.ts";
import {
  certificatePapers,
  certificateRules,
  certificateTemplates,
  ownSheets,
  paperOf,
  provesSheet,
  registerOf,
  standingOf,
} from "./certificate.read.server.ts";
import { moveOn, signThem } from "./certificate.step.server.ts";

function certificateCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addProof(app, paperLetters.certificate, provesSheet("Certificate"));
  addProof(app, paperLetters.statement, provesSheet("Statement of result"));
  const view = staff("certificates");
  const change = staff("certificates.change");

  handle(app, printSheets, change, (ask) =>
    write(app, ask, (work) => {
      requireWholeCollege(ask.who);
      return printThem(work, ask.who, ask.body);
    }),
  );
  handle(app, moveSheet, change, (ask) =>
    write(app, ask, (work) => {
      requireWholeCollege(ask.who);
      return moveOn(work, ask.who, ask.params.id, ask.body);
    }),
  );
  handle(app, signSheets, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      return signThem(work, ask.who, await foundChosen(work.trx, certificateRules, ask.who, ask.body));
    }),
  );
  handle(app, readRegister, view, ({ who }) => {
    requireWholeCollege(who);
    return registerOf(db);
  });
  handle(app, readSheet, view, ({ who, params }) => standingOf(db, who, params.id));
  handle(app, readSheetPaper, change, ({ who, params }) => paperOf(app, who, params.id));
  handle(app, readOwnSheets, student, ({ who }) => ownSheets(db, who.student));
}

export const certificateNoun: Noun = {
  name: "certificate",
  templates: certificateTemplates,
  papers: certificatePapers,
  calls: certificateCalls,
  listings: [certificateRules],
  ownRows: [ownCertificates],
  merges: [certificateMerge],
  impossible: impossibleCertificates,
  waiting: [
    {
      right: "certificates.change",
      rows: () => sql`select from portal.certificate c join ${everyGraduand()} g on g._id = c.graduand
        where c.state in ('Printed', 'Signed', 'Collected') and g.state = 'Undone'`,
      one: "One certificate or statement stands though the graduation was taken back: cancel it.",
      many: "certificates and statements stand though the graduation was taken back: cancel them.",
      deed: "See the register",
      link: "/staff/certificates",
    },
  ],
};
