import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sendReport } from "#console/export/export.server.ts";
import type { Noun, WaitingLine } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { dataBreaches, exportBreachPeople, readBreachPeople } from "./data-breach.contract.ts";

const dataBreachRules: RecordRules<typeof dataBreaches> = {
  of: dataBreaches,
  table: "data_breach",
  within: wholeCollege,
  constraints: {
    data_breach_window: ["days-crossed", "endedAt", "Ended must not come before Began"],
    data_breach_known: ["days-crossed", "knownAt", "It cannot be known before it began"],
    data_breach_told: ["days-crossed", "commissionAt", "The Commission cannot be told before the college knew"],
    data_breach_people: ["days-crossed", "peopleAt", "People cannot be told before the college knew"],
    data_breach_untold: [
      "form-invalid",
      "untold",
      "Where there is a risk the Commission is told: leave this empty, or say that there is no risk",
    ],
  },
  check: async ({ trx }, { form }) => {
    if (!form)
      throw refuse(
        "breach-stays",
        "A breach stays in the register, whatever becomes of it. Say under What was done how it ended",
      );
    // What happens later is no fact yet; a minute that is half over may be typed.
    const { rows } = await sql<{ name: string }>`select t.name from unnest(
        ${["knownAt", "endedAt", "commissionAt", "peopleAt"]}::text[],
        ${[form.knownAt, form.endedAt, form.commissionAt ?? null, form.peopleAt ?? null]}::timestamptz[]) as t(name, at)
      where t.at > now() + interval '1 minute'`.execute(trx);
    const [late] = rows;
    if (late)
      throw refuseFields("day-to-come", { [late.name]: "This has not happened yet: choose a time that is over" });
  },
};

interface Breach {
  readonly what: string;
  readonly source: string;
  readonly beganAt: string;
  readonly endedAt: string;
  readonly staff: string | null;
  readonly hours: number | null;
}

/** 404 for one that is not there. */
async function breachOf(db: Database, id: string): Promise<Breach> {
  const { rows } = isId(id)
    ? await sql<Breach>`select what, source, "beganAt", "endedAt", staff, case when standing = 'Running'
          then floor(extract(epoch from due - now()) / 3600)::int end as hours
        from portal.data_breach where _id = ${id}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

interface Reached {
  readonly name: string;
  readonly emailaddress: string | null;
  readonly phonenumber: string | null;
  readonly jamb: string | null;
  readonly matric: string | null;
}

/** Whom it concerns, by name: everybody, or the first so many. */
async function peopleOf(db: Database, { source, beganAt, endedAt, staff: by }: Breach, most: number | null) {
  const { rows } = await sql<Reached & { count: number }>`
    select name, emailaddress, phonenumber, jamb, matric, (count(*) over ())::int as count
    from portal.reached_of_breach(${source}, ${beganAt}::timestamptz, ${endedAt}::timestamptz, ${by}::uuid)
    order by name, person limit ${most}::bigint`.execute(db);
  return rows;
}

const SHOWN = 20;

function dataBreachCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readBreachPeople, staff("data-breaches"), async ({ who, params }) => {
    requireWholeCollege(who);
    const breach = await breachOf(db, params.id);
    const people = await peopleOf(db, breach, SHOWN);
    return {
      count: people[0]?.count ?? 0,
      list: people.map(({ count: _, ...one }) => one),
      hours: breach.hours,
    };
  });

  handle(app, exportBreachPeople, staff("data-breaches.change"), async (ask) => {
    requireWholeCollege(ask.who);
    const breach = await breachOf(db, ask.params.id);
    const people = await peopleOf(db, breach, null);
    return sendReport(app, ask, {
      noun: "data_breach",
      name: "People of a breach",
      filter: breach.what,
      headings: ["Name", "Email address", "Phone number", "JAMB number", "Matric number"],
      rows: people.map(({ name, emailaddress, phonenumber, jamb, matric }) => [
        name,
        emailaddress,
        phonenumber && localPhone(phonenumber),
        jamb,
        matric,
      ]),
    });
  });
}

const waiting: readonly WaitingLine[] = [
  {
    right: "data-breaches.change",
    rows: () => sql`select from portal.data_breach where standing = 'Running' and due < now()`,
    one: "The Commission was not told of one breach of personal data within 72 hours.",
    many: "breaches of personal data were not told to the Commission within 72 hours.",
    deed: "Tell it now",
    link: "/staff/data-breaches?standing=Running",
  },
  {
    right: "data-breaches.change",
    rows: () => sql`select from portal.data_breach where standing = 'Running' and due >= now()`,
    one: "The Commission is to be told of one breach of personal data: the clock of 72 hours runs.",
    many: "breaches of personal data are to be told to the Commission: the clock of 72 hours runs.",
    deed: "See by when",
    link: "/staff/data-breaches?standing=Running",
  },
  {
    right: "data-breaches.change",
    rows: () => sql`select from portal.data_breach where standing = 'People to be told'`,
    one: "The people of one breach with a high risk are not told yet.",
    many: "breaches with a high risk are not told to their people yet.",
    deed: "See whom",
    link: "/staff/data-breaches?standing=People+to+be+told",
  },
];

export const dataBreachNoun: Noun = {
  name: "data-breach",
  records: [dataBreachRules],
  calls: dataBreachCalls,
  waiting,
};
