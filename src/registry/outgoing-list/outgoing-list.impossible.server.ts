import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { studentsOfAccount } from "../student/student.server.ts";

const subject = sql`'outgoing_list:' || o._id as subject`;

export const impossibleLists: readonly Impossible[] = [
  {
    name: "list-signed-by-one",
    sentence: "A list that left was made by one and signed off by another",
    rows: sql`select ${subject} from portal.outgoing_list o
      where o.state in ('Signed off', 'Superseded') and o.decidedby is not distinct from o.madeby`,
  },
  {
    name: "list-beside-its-file",
    sentence: "The file of a list is the one that was signed off, byte for byte",
    rows: sql`select ${subject} from portal.outgoing_list o left join portal.outgoing_list_file f on f.list = o._id
      where o.digest is not null and (f.content is null or octet_length(f.content) <> o.bytes or encode(sha256(f.content), 'hex') <> o.digest)`,
  },
  {
    name: "list-beside-its-lines",
    sentence: "A list counts as many people as its lines",
    rows: sql`select ${subject} from portal.outgoing_list o left join (
        select l.list, sum(l.count) filter (where l.standing = 'In the file') as people, sum(l.count) filter (where l.standing = 'Held back') as held
        from portal.outgoing_list_line l group by l.list) n on n.list = o._id
      where (coalesce(n.people, 0), coalesce(n.held, 0)) <> (o.people, o.held) and o.digest is not null`,
  },
  {
    name: "answer-about-nobody-sent",
    sentence: "JAMB answers about students who stood in a list that left",
    rows: sql`select 'matriculation_answer:' || a._id as subject from portal.matriculation_answer a where not exists (
      select from portal.outgoing_list_line l join portal.outgoing_list o on o._id = l.list
      where l.jamb = a.jamb and o.kind = 'National Matriculation List' and o.state in ('Signed off', 'Superseded'))`,
  },
];

/** The lists that one's name left the college in, with what they said, and JAMB's answer. */
export const ownLists: OwnRows = {
  name: "lists",
  tables: ["outgoing_list_line", "matriculation_answer"],
  rows: (owner) => sql`
    select jsonb_build_object('list', o.title, 'left', o."decidedAt", 'standing', l.standing, 'lacks', l.lacks, 'cells', l.cells) as row
    from portal.outgoing_list_line l join portal.outgoing_list o on o._id = l.list and o.state in ('Signed off', 'Superseded')
    where l.student in (${studentsOfAccount(owner)})
    union all
    select to_jsonb(a) as row from portal.matriculation_answer a where a.student in (${studentsOfAccount(owner)})`,
};
