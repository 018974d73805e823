import { sql } from "kysely";
import type { MergePart } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { isKeptBack } from "#registry/course-result/course-result.server.ts";
import { studentsOfAccount } from "#registry/student/student.server.ts";
import { everyGraduand } from "../graduation/graduation.server.ts";

export const impossibleCertificates: readonly Impossible[] = [
  {
    name: "serial-without-sheet",
    sentence: "Every serial that was given stands on one paper in the register, and no paper has a number beyond them",
    rows: sql`select 'certificate_counter:' || c.kind as subject from portal.certificate_counter c
      where c.given <> (select count(*) from portal.certificate s where s.kind = c.kind and s.session = c.session)
        or exists (select from portal.certificate s where s.kind = c.kind and s.session = c.session and s.number > c.given)`,
  },
  {
    name: "certificate-without-award",
    sentence: "A certificate is of somebody on whom the award was conferred",
    rows: sql`select 'certificate:' || c._id as subject from portal.certificate c join ${everyGraduand()} g on g._id = c.graduand
      where g.state not in ('Conferred', 'Undone') or g.student <> c.student`,
  },
  {
    name: "sheet-beside-its-steps",
    sentence: "A certificate or statement stands where its last step has brought it",
    rows: sql`select 'certificate:' || c._id as subject from portal.certificate c
      where c.state is distinct from (select s.state from portal.certificate_step s where s.certificate = c._id
        order by s."createdAt" desc, s._id desc limit 1)`,
  },
];

/** While results are kept back, the class of pass is. */
export const ownCertificates: OwnRows = {
  name: "certificates",
  tables: ["certificate", "certificate_step"],
  rows: (owner) => sql`select to_jsonb(c) - 'search'
      - case when ${isKeptBack(sql`c.student`, studentsOfAccount(owner))} then 'passclass' else '' end || jsonb_build_object('steps', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'staff' order by s."createdAt"), '[]') from portal.certificate_step s
      where s.certificate = c._id)) as row
    from portal.certificate c where c.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: ({ length }) => [`${asCount(length, "entry", "entries")} in the register of certificates`],
    why: "Whoever is shown a certificate asks the college whether it is genuine, for ever",
  },
};

/** A sheet follows the place on the list of which it is. */
export const certificateMerge: MergePart = {
  tables: ["certificate"],
  async move({ trx, note }, { kept, gone }) {
    const { rows } =
      await sql`update portal.certificate c set student = ${kept._id}, version = c.version + 1, "updatedAt" = now()
      where c.student = ${gone._id} returning c._id`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "certificate.go-along",
        subject: `student:${kept._id}`,
        after: { from: gone._id, sheets: rows.length },
      });
  },
};
