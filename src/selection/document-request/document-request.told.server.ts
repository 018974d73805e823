import { submittedById } from "#applications/application/application.lock.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Config } from "#platform/config.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Wanted } from "./document-request.mail.server.ts";

/** What a letter about a document names: that is asked for, why, until when, and who sent in the application. */
export async function wanted(
  trx: Trx,
  config: Config,
  { application, ...asked }: Pick<Wanted, "label" | "reason" | "due"> & { readonly application: string },
): Promise<Wanted> {
  const { code, snapshot } = await submittedById(trx, application);
  const { bio, programme, session } = snapshot;
  return {
    ...asked,
    code,
    firstname: bio.firstname,
    recipient: bio.emailaddress,
    programme: programmeTitle(programme),
    session: session.name,
    address: `${config.publicUrl}/app/admission`,
  };
}
