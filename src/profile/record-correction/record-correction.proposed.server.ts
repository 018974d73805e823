import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";

/** The corrections of the member of staff's own files, as rows of `correction`. */
export const ownFilesCorrections = (member: string): RawBuilder<unknown> =>
  sql`select c._id as correction from portal.record_correction c where ${isOwn(sql.ref("c.applicant"), member)}`;

/** The corrections of files that somebody else than this member of staff asked for, not of the own file, that wait. */
export const waitingCorrections = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.record_correction c where c.state = 'Waiting' and c.askedby is distinct from ${staff}
    and not ${isOwn(sql.ref("c.applicant"), staff)}`;
