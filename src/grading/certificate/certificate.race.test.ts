import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { awarding, conferredList, leaver } from "../../../testing/graduands.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import type { Student } from "../../../testing/student.ts";

const path = "/staff/ms_certificate";

test("two sheets at once have two serials; without the counter and its constraints both would have one", async () => {
  const portal = await startPortal(inject("place"));
  try {
    const office = await awarding(portal);
    const people: Student[] = [];
    for (let one = 0; one < 4; one += 1) people.push(await leaver(portal));
    await conferredList(office);
    const other = await staffMember(portal, { pages: ["certificates", "certificates.change"] });
    const atOnce = async (first: number) => {
      const answers = await whileTableHeld(portal, "certificate", 2, () =>
        Promise.all(
          [office.registrar, other].map((who, at) =>
            who.post(path, { kind: "Certificate", student: people[first + at]?.student }),
          ),
        ),
      );
      const ids = answers.flatMap(({ body }) => body.list as string[]);
      const sheets = await portal.db.selectFrom("certificate").select("serial").where("_id", "in", ids).execute();
      return new Set(sheets.map(({ serial }) => serial)).size;
    };
    expect(await atOnce(0)).toBe(2);
    // Each reads the counter as it was when it began, and nobody holds the numbers apart.
    await sql`create function portal.forget_given() returns trigger language plpgsql as
      'begin new.given := 3; return new; end'`.execute(portal.db);
    await sql`create trigger forget_given before update on portal.certificate_counter
      for each row execute function portal.forget_given()`.execute(portal.db);
    await sql`alter table portal.certificate drop constraint certificate_serial, drop constraint certificate_counted`.execute(
      portal.db,
    );
    expect(await atOnce(2)).toBe(1);
  } finally {
    await portal.stop();
  }
});
