import { sql } from "kysely";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { FormChange, RecordRules } from "#console/record/record.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { bringDebts, type DebtGiven, debtsRefused } from "../bill/bill.server.ts";
import { ofStudentsWithin, refuseOwnRecords, studentsFound, studentsOfAccount } from "../student/student.server.ts";
import { pastDebts } from "./past-debt.contract.ts";

const pastDebtRules: RecordRules<typeof pastDebts> = {
  of: pastDebts,
  table: "past_debt",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  usual: async () => ({ semester: 1 }),
  constraints: {
    past_debt_once: ["value-taken", "label", "This student has a debt for the same in this semester already"],
  },
  check: async (_work, { form }) => {
    if (!form) throw debtStays();
  },
  many: {
    apart: {},
    check: refusedAmong,
    columns: ["bill", "place"],
    fills: async (work, changes) => bringDebts(work, changes.map(asDebt), changes[0]?.who.staff ?? ""),
  },
};

const debtStays = () =>
  refuse(
    "debt-stays",
    "A debt that was brought in stays as it came: it stands on the student's bill. Change the bill instead, under Changes of bills",
  );

async function refusedAmong(
  { trx }: Pick<Work, "trx">,
  changes: readonly FormChange[],
): Promise<ReadonlyMap<string, Refusal>> {
  const [first] = changes;
  if (first)
    await refuseOwnRecords(
      trx,
      first.who,
      changes.map(({ form }) => form.student),
    );
  const fresh = changes.filter(({ before }) => before === null);
  const stays = changes.filter(({ before }) => before !== null).map(({ id }) => [id, debtStays()] as const);
  return new Map([...(await debtsRefused(trx, fresh.map(asDebt))), ...stays]);
}

const asDebt = ({ id, form }: FormChange): DebtGiven => ({
  key: id,
  student: form.student,
  session: form.session,
  semester: form.semester,
  label: form.label,
  amount_kobo: Math.round(form.amount * 100),
});

/** Debts go along with their bills. */
const debtMerge: MergePart = {
  tables: ["past_debt"],
  async move({ trx }, { kept, gone }) {
    await sql`update portal.past_debt d set student = ${kept._id}, version = d.version + 1, "updatedAt" = now()
      where d.student = ${gone._id} and not exists (select from portal.past_debt k where k.student = ${kept._id}
        and (k.session, k.semester, lower(k.label)) = (d.session, d.semester, lower(d.label)))`.execute(trx);
  },
};

const ownPastDebts: OwnRows = {
  name: "past-debts",
  tables: ["past_debt"],
  rows: (owner) =>
    sql`select to_jsonb(d) as row from portal.past_debt d where d.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: ({ length }) => [`Your ${asCount(length, "debt")} of the time before this portal`],
    why: "The law asks the college to keep its books",
  },
};

export const pastDebtNoun: Noun = {
  name: "past-debt",
  records: [pastDebtRules],
  ownRows: [ownPastDebts],
  merges: [debtMerge],
};
