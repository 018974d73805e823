import type { FastifyInstance, FastifyReply } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import type { Noun, StudentStep } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { replacementTemplates } from "./replacement/replacement.server.ts";
import { shareCalls, shareTemplates } from "./share/share.server.ts";
import { signedFileCalls } from "./signed-file/signed-file.server.ts";
import {
  readOwnFile,
  readOwnTranscript,
  readOwnTranscripts,
  readSignedFile,
  readTranscript,
} from "./transcript.contract.ts";
import { impossibleTranscripts } from "./transcript.impossible.server.ts";
import { makeCalls } from "./transcript.make.server.ts";
import {
  fileFor,
  linesIn,
  ownSigned,
  ownTranscriptRows,
  ownTranscripts,
  provesTranscript,
  readFor,
  supersededStep,
  transcriptMerge,
  transcriptPapers,
  transcriptRules,
} from "./transcript.read.server.ts";
import { fileNameOf } from "./transcript.rules.ts";
import { paperOf, transcriptTemplates, whyStopped } from "./transcript.stored.server.ts";

function asFile(reply: FastifyReply, { serial, signed }: { readonly serial: string; readonly signed: string }): string {
  reply.header("content-type", "application/jwt");
  reply.header("content-disposition", `attachment; filename="${fileNameOf(serial)}"`);
  return signed;
}

function transcriptCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  addProof(app, paperLetters.transcript, provesTranscript);
  makeCalls(app);
  shareCalls(app);
  signedFileCalls(app);

  handle(app, readTranscript, staff("transcripts"), ({ who, params }) => readFor(app, who, params.id));
  handle(app, readSignedFile, staff("transcripts"), async ({ who, params, reply }) =>
    asFile(reply, await fileFor(db, who, params.id)),
  );

  handle(app, readOwnTranscripts, student, async ({ who }) => ({
    stop: (await whyStopped(db, who.student))?.own ?? null,
    transcripts: await ownTranscripts(db, who.student),
  }));
  handle(app, readOwnTranscript, student, async ({ who, params }) =>
    paperOf(db, config, await ownSigned(db, who.student, params.id)),
  );
  handle(app, readOwnFile, student, async ({ who, params, reply }) =>
    asFile(reply, await ownSigned(db, who.student, params.id)),
  );
}

export const transcriptNoun: Noun = {
  name: "transcript",
  templates: [...shareTemplates, ...replacementTemplates, ...transcriptTemplates],
  papers: transcriptPapers,
  calls: transcriptCalls,
  listings: [transcriptRules],
  studentSteps: [supersededStep as StudentStep<unknown>],
  ownRows: [ownTranscriptRows],
  merges: [transcriptMerge],
  impossible: impossibleTranscripts,
  waiting: [
    {
      right: "transcripts.change",
      list: "transcripts",
      rows: linesIn("To make"),
      one: "One transcript that is paid waits to be made.",
      many: "transcripts that are paid wait to be made.",
      deed: "Make them",
      link: "/staff/transcripts?sort=dueon&state=To+make",
    },
    {
      right: "transcripts.approve",
      list: "transcripts",
      rows: linesIn("Made"),
      one: "One transcript waits to be signed off.",
      many: "transcripts wait to be signed off.",
      deed: "Look at them",
      link: "/staff/transcripts?sort=dueon&state=Made",
    },
  ],
};
