import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { applicationBy } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { writeDownExport } from "#console/export/export.server.ts";
import { shortMinute } from "#console/record/record.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { FileStore } from "#platform/files/store.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { fileOf, lookInto } from "../file/file.server.ts";
import type { ReviewFile } from "../review.file.contract.ts";
import { findReachedFile } from "../review.move.server.ts";
import { readDossier } from "./dossier.contract.ts";
import { joinDossier, oneAtATime } from "./dossier.join.server.ts";
import type { DossierPaper, DossierPart } from "./dossier.pdf.server.ts";

/** Each is all that somebody handed in, on one paper that leaves the portal. */
const hourly: Limit = {
  name: "dossier",
  points: 60,
  seconds: 3600,
  sentence: "You have taken sixty dossiers in an hour. Please wait a while before you take another",
};

export const dossierCall = (app: FastifyInstance): void =>
  handle(app, readDossier, staff("applications"), async ({ who, params, request, reply }) => {
    const { db, files, limits } = app.portal;
    const { _id } = await findReachedFile(db, who, params.id);
    return oneAtATime(who.staff, async () => {
      await limits.take(hourly, who.staff);
      await lookInto(app, who, _id, request.id);
      const [file, submitted] = await Promise.all([fileOf(app, _id), applicationBy(db, "_id", _id)]);
      await writeDownExport(app, { who, request }, { noun: "dossier", name: "Dossier", filter: file.code, rows: 1 });
      const pdf = await joinDossier({
        title: `${file.name}, ${file.code}`,
        photo: submitted?.newname ? await bytesOf(files, submitted.newname) : null,
        parts: partsOf(file),
        papers: await papersOf(files, file),
      });
      reply.header("content-type", "application/pdf");
      reply.header("content-disposition", `attachment; filename="dossier-${file.code.replace(/[^\w-]+/g, "-")}.pdf"`);
      return pdf;
    });
  });

function partsOf(file: ReviewFile): DossierPart[] {
  const { bio, programme, session } = file;
  return [
    {
      heading: programmeTitle(programme),
      lines: [
        ["Session", session.name],
        ["Mode of entry", file.type],
        ["JAMB number", file.jamb],
        ["Submitted", shortMinute(file.createdAt)],
        ["Stage", file.state],
        ["Entry rules", [file.eligibility.sentence, file.eligibility.way].filter((said) => said !== null).join(". ")],
        ...(file.eligibility.utme ? [["UTME", file.eligibility.utme] as const] : []),
      ],
    },
    {
      heading: "Applicant",
      lines: [
        ["Sex", bio.gender],
        ["Date of birth", `${asDay(`${bio.dateofbirth}T12:00:00Z`)} (${bio.age})`],
        ["State of origin", `${bio.stateoforigin}, ${bio.lgaoforigin}`],
        ["Address", bio.homeaddress],
        ["Phone", localPhone(bio.phonenumber)],
        ["Email", bio.emailaddress],
      ],
    },
    ...file.slips.map((slip) => ({
      heading: `${slip.examinationtype} ${slip.examinationyear}, number ${slip.examinationnumber}`,
      lines: slip.results.map(({ subject, scored }) => [subject, scored] as const),
    })),
    ...file.alevels.map(({ name, institution, facts }) => ({
      heading: `${name}, ${institution}`,
      lines: facts.map(({ label, value }) => [label, value] as const),
    })),
    {
      heading: "Parents and guardians",
      lines: file.referees.map(({ name, phonenumber, homeaddress }) => [
        name,
        `${localPhone(phonenumber)}, ${homeaddress}`,
      ]),
    },
  ];
}

/** What was submitted, in its order, and behind each document what came for it later; then what else was asked for. */
async function papersOf(files: FileStore, { documents, requests }: ReviewFile): Promise<DossierPaper[]> {
  const later = (requirement: string | null) =>
    requests
      .filter((one) => one.requirement === requirement)
      .flatMap(({ label, files: came }) =>
        came.map(({ newname, mediatype, arrivedAt }) => ({
          label: `${label}, came ${shortMinute(arrivedAt)}`,
          newname,
          mediatype,
        })),
      );
  const named = [
    ...documents.flatMap(({ requirement, label, file }) => [
      ...(file ? [{ label, ...file }] : []),
      ...later(requirement),
    ]),
    ...later(null),
  ];
  return Promise.all(
    named.map(async ({ label, mediatype, newname }) => ({ label, mediatype, bytes: await bytesOf(files, newname) })),
  );
}

async function bytesOf(files: FileStore, newname: string): Promise<Buffer | null> {
  const pieces = await files.read(newname);
  return pieces && Buffer.concat(await pieces.toArray());
}
