import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { AnyAssignment, AnyListing, AnyRecord } from "#console/record/record.contract.ts";
import type { Field } from "#console/record/record.facts.rules.ts";
import { type RecordRules, registryOf } from "#console/record/record.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { assignmentCalls, type Guards, listingCalls, recordCalls } from "#console/screens/screens.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { groupPermissionRules, manyPagesCalls } from "./group-permission/group-permission.server.ts";
import { pageGroupRules, pageRules, subPageGroupRules } from "./page/page.server.ts";
import { readHolders, readMatrix, readRights, scopeWords } from "./permission.contract.ts";
import { type PageGrant, readGrants } from "./permission.grants.server.ts";
import { staff, staffWithAny } from "./permission.guard.server.ts";
import type { PageKey } from "./permission.pages.rules.ts";
import { impossibleGroups } from "./user-group/user-group.impossible.server.ts";
import { administratorTemplates } from "./user-group/user-group.mail.server.ts";
import { groupMemberRules, userGroupRules } from "./user-group/user-group.server.ts";
import { userPermissionRules } from "./user-permission/user-permission.server.ts";

export { fillPages } from "./page/page.fill.server.ts";
export { mayActFor, mayTakeProof, reasonAgainst, reasonAgainstAddress } from "./permission.for-others.server.ts";
export { mayGive } from "./permission.give.server.ts";
export { everyGrant, readGrants } from "./permission.grants.server.ts";
export {
  coversDepartments,
  holdersOf,
  pageNamed,
  reachesOf,
  reachOf,
  requireReach,
  staff,
  staffWithAny,
  stillReaches,
} from "./permission.guard.server.ts";
export {
  ADMINISTRATORS,
  hasAdministrator,
  isAdministrator,
  keepAdministrator,
  lockRights,
  whomToAsk,
} from "./user-group/user-group.administrators.server.ts";
export { tellAdministrator } from "./user-group/user-group.mail.server.ts";

export function permissionCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readRights, staff("user-permissions"), async ({ who, params }) => {
    requireWholeCollege(who);
    await requireRow(db, "staff", params.id);
    const held = await readGrants(db, sql`g.staff = ${params.id}`);
    const pages = await pagesById(db);
    return held
      .flatMap((grant) => {
        const page = pages.get(grant.page);
        if (!page) return [];
        const { _id, key, name, title, visible } = page;
        return { page: _id, key, name, title, visible, ...why(grant) };
      })
      .sort((one, other) => one.name.localeCompare(other.name));
  });

  handle(app, readHolders, staff("group-permissions"), async ({ who, params }) => {
    requireWholeCollege(who);
    await requireRow(db, "page", params.id);
    const held = await readGrants(db, sql`g.page = ${params.id}`);
    const { rows } = await sql<{ _id: string; name: string; status: string }>`
      select _id, concat_ws(' ', title, firstname, lastname) as name, status from portal.staff
      where _id = any(${held.map((grant) => grant.staff)}::uuid[]) order by lastname, firstname`.execute(db);
    return rows.flatMap(({ _id, name, status }) =>
      held.filter((grant) => grant.staff === _id).map((grant) => ({ staff: _id, name, status, ...why(grant) })),
    );
  });

  handle(app, readMatrix, staff("group-permissions"), async ({ who }) => {
    requireWholeCollege(who);
    const [groups, pages, granted] = await Promise.all([
      sql<{ _id: string; name: string; scope: string; isOwn: boolean }>`
        select _id, name, scope, exists (select from portal.group_member m where m."group" = g._id and m.staff = ${who.staff})
          as "isOwn" from portal.user_group g order by name`.execute(db),
      pagesById(db),
      sql<{ _id: string; page: string; group: string }>`
        select _id, page, "group" from portal.group_permission`.execute(db),
    ]);
    const blocks = [...Map.groupBy(pages.values(), ({ block }) => block)].map(([name, inside]) => ({
      name,
      pages: inside.map(({ _id, key, name: called, visible }) => ({ _id, key, name: called, visible })),
    }));
    return { groups: groups.rows, blocks, granted: granted.rows };
  });
}

const why = ({ group, scope }: PageGrant) => ({ group, reach: scopeWords[scope] });

interface Listed {
  readonly _id: string;
  readonly key: string | null;
  readonly name: string;
  readonly title: string;
  readonly visible: boolean;
  readonly block: string;
}

async function pagesById(db: Database): Promise<Map<string, Listed>> {
  const { rows } = await sql<Listed>`select p._id, p.key, p.name, p.title, p.visible, g.name as block
    from portal.page p join portal.page_group g on g._id = p.pagegroup order by g.place, g.name, p.place, p.name`.execute(
    db,
  );
  return new Map(rows.map((page) => [page._id, page]));
}

async function requireRow(db: Database, table: "staff" | "page", id: string): Promise<void> {
  const { rows } = isId(id)
    ? await sql`select from ${sql.table(`portal.${table}`)} where _id = ${id}`.execute(db)
    : { rows: [] };
  if (rows.length === 0) throw notFound();
}

/** Registers a plain record with the rights of its page. */
export const staffRecordCalls = (app: FastifyInstance, rules: RecordRules<AnyRecord>): void =>
  recordCalls(app, rules, guardsOf(app, rules));

/** Registers an assignment with the rights of its page. */
export const staffAssignmentCalls = (app: FastifyInstance, rules: RecordRules<AnyAssignment>): void =>
  assignmentCalls(app, rules, guardsOf(app, rules));

/** Registers what is only looked at with the right of its page. */
export const staffListingCalls = (app: FastifyInstance, rules: RecordRules<AnyListing>): void =>
  listingCalls(app, rules, staff(rules.of.page as PageKey));

function guardsOf(app: FastifyInstance, { of }: RecordRules): Guards {
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

export const permissionNoun: Noun = {
  name: "permission",
  templates: administratorTemplates,
  calls: (app) => {
    permissionCalls(app);
    manyPagesCalls(app);
  },
  records: [pageGroupRules, subPageGroupRules, pageRules, userGroupRules],
  assignments: [groupMemberRules, groupPermissionRules, userPermissionRules],
  impossible: impossibleGroups,
};
