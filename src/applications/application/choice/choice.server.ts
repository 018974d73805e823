import { type RawBuilder, sql } from "kysely";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgrammes, programmeTitles } from "#college/programme/programme.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { FurtherChoice } from "../application.contract.ts";

interface FirstChoice {
  /** Its `_id`. */
  readonly programme: string;
  /** The mode of entry. */
  readonly type: string;
}

/**
 * The programmes wished beside the first, held to what the first is held to: each takes applicants now, and takes the mode of
 * entry. Answers them as they are kept. Refuses under the field, naming the programme.
 */
export async function requireChoices(trx: Trx, first: FirstChoice, wished: readonly string[]): Promise<string[]> {
  if (wished.length === 0) return [];
  const open = new Map((await admittingProgrammes(trx)).map((programme) => [programme._id, programme]));
  for (const [place, id] of wished.entries()) {
    const which = place === 0 ? "second choice" : "third choice";
    const found = open.get(id);
    if (id === first.programme)
      throw refuseFields("choice-is-first", {
        choices: `Your ${which} is your first choice already. Choose another programme, or leave it empty`,
      });
    if (!found)
      throw refuseFields("choice-not-found", {
        choices: `Your ${which} does not take applications now. Choose a programme of the list, or leave it empty`,
      });
    if (!found.modes.some((mode) => mode === first.type))
      throw refuseFields("mode-not-taken", {
        choices: `${programmeTitle(found)}, your ${which}, does not take ${first.type}. Choose another programme`,
      });
  }
  return [...wished];
}

/** Keeps the programmes wished beside the first, in their order, in place of those that were kept before. The application is locked. */
export async function keepChoices(trx: Trx, application: string, programmes: readonly string[]): Promise<void> {
  await sql`delete from portal.application_choice where application = ${application}`.execute(trx);
  if (programmes.length === 0) return;
  await sql`insert into portal.application_choice (application, rank, programme)
    select ${application}, (wished.place + 1)::smallint, wished.programme
    from unnest(${[...programmes]}::uuid[]) with ordinality as wished(programme, place)`.execute(trx);
}

/** Every further choice, as a part of a larger query: rows of `application, rank, programme`. */
export const everyChoice = (): RawBuilder<unknown> =>
  sql`(select application, rank, programme from portal.application_choice)`;

/**
 * The second and the third choice of an application as its pages name them, as a part of a larger query: without the programme
 * that it has gone to since, which is its first choice now.
 */
export const choicesInJson = (application: RawBuilder<unknown>): RawBuilder<FurtherChoice[]> =>
  sql<FurtherChoice[]>`(select coalesce(jsonb_agg(jsonb_build_object('rank', c.rank, '_id', c.programme,
      'title', p.title) order by c.rank), '[]')
    from portal.further_choices(${application}) c join (${programmeTitles()}) p on p._id = c.programme)`;
