import { expect } from "vitest";
import { releaseWhatIsDue } from "../src/admission/offer/release-line/release-line.job.server.ts";
import type { MeritScheme } from "../src/selection/merit-scheme/merit-scheme.contract.ts";
import { usualScheme } from "../src/selection/merit-scheme/merit-scheme.contract.ts";
import { judgeReviews } from "../src/selection/review/review.job.server.ts";
import { frozen } from "./frozen-run.ts";
import type { SeatedPerson } from "./generated-people.ts";
import { federalQuotas } from "./merit.ts";
import type { TestPortal } from "./portal.ts";
import { approve, approved, minuteComes, soon } from "./release-desk.ts";
import { ownOrigin, type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

/** The offices of the demo college that carry a session from submission to offers. */
export interface SeasonDesk {
  readonly portal: TestPortal;
  readonly session: string;
  readonly registrar: StaffMember;
  readonly provost: StaffMember;
  /** Somebody who recommends for every department, as all their heads together. */
  readonly heads: StaffMember;
}

export async function seasonDesk(portal: TestPortal): Promise<SeasonDesk> {
  const { _id } = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("admission", "=", true)
    .executeTakeFirstOrThrow();
  const registrar = await staffMember(portal, { groups: ["Registrar and admission officers"] });
  const provost = await staffMember(portal, { groups: ["Provost"] });
  const heads = await staffMember(portal, { pages: ["recommendations", "recommendations.change", "applications"] });
  return { portal, session: _id, registrar, provost, heads };
}

/** The UTME score that JAMB tells of the n-th person, 120 to 339. */
export const utmeOf = (n: number): number => 120 + ((n * 37) % 220);

const spelt: Readonly<Record<string, string>> = {
  Nasarawa: "NASSARAWA",
  "Akwa Ibom": "A/Ibom",
  "Cross River": "CROSS-RIVER",
};

/** Imports what JAMB and the screening say of everybody, and of a few who never applied; with other spellings of states. */
export async function importJambLists({ portal, session, registrar }: SeasonDesk, people: readonly SeatedPerson[]) {
  const candidates = people.map(({ person: { registration, bio } }, n) =>
    [
      registration.jamb,
      `${bio.lastname} ${bio.firstname} ${bio.middlename}`.trim(),
      bio.gender === "Female" ? "F" : "M",
      spelt[bio.stateoforigin] ?? bio.stateoforigin.toUpperCase(),
      bio.lgaoforigin,
      "EDUCATION",
      utmeOf(n),
    ].join(","),
  );
  const strangers = ["209900000001XX,NOBODY APPLIED,F,KANO,Dala,EDUCATION,201"];
  const list = ["RG_NUM,RG_CANDNAME,RG_SEX,STATE_NAME,LGA_NAME,CO_NAME,RG_AGGREGATE", ...candidates, ...strangers];
  await importTable(portal, registrar, { kind: "candidates", session }, list.join("\n"));
  const scores = people.map(({ person: { registration } }, n) =>
    n % 25 === 0 ? `${registration.jamb},ABS` : `${registration.jamb},${30 + ((n * 13) % 71)}`,
  );
  await importTable(portal, registrar, { kind: "screening", session }, ["JAMB No,Score", ...scores].join("\n"));
}

/** As the screen does: the file is looked at first, then imported by the columns that were found. */
async function importTable(
  portal: TestPortal,
  { cookie }: StaffMember,
  wanted: { readonly kind: string; readonly session: string },
  csv: string,
) {
  const send = async (deed: string, query: Record<string, string>) => {
    const form = new FormData();
    form.append("file", new Blob([csv], { type: "text/csv" }), "jamb.csv");
    const address = `${portal.url}/api/staff/ms_jamb_list/${deed}?${new URLSearchParams({ ...wanted, ...query })}`;
    const headers = { cookie, origin: ownOrigin(portal) };
    const reply = await fetch(address, { method: "POST", headers, body: form });
    const body = await reply.json();
    if (reply.status !== 200 || body.type !== "success") throw new Error(`${deed}: ${JSON.stringify(body)}`);
    return body;
  };
  const { columns, report } = await send("check", {});
  expect(report?.wrong ?? []).toEqual([]);
  await send("import", { map: JSON.stringify(columns.map) });
}

const totalOf = async (who: StaffMember, path: string): Promise<number> =>
  (await granted(who.get(`${path}${path.includes("?") ? "&" : "?"}limit=1`))).body.total;

/** Verdicts by the clock, then checks and recommendations in bulk: everybody who qualifies. Answers how many. */
export async function reviewEverybody({ portal, registrar, heads }: SeasonDesk): Promise<number> {
  await judgeReviews.run(portal.app);
  const fitting = "state=Submitted&verdict=Qualifies";
  const count = await totalOf(registrar, `/staff/ms_review?${fitting}`);
  await granted(registrar.post("/staff/ms_review/check", { query: fitting, count }));
  const checked = "state=Checked";
  await granted(
    heads.post("/staff/ms_recommendation", {
      ...{ decision: "Recommended", kind: "Meets the requirements", standing: "Checked" },
      ...{ query: checked, count },
    }),
  );
  expect(await totalOf(registrar, "/staff/ms_review?state=Recommended")).toBe(count);
  return count;
}

const scheme: MeritScheme = { ...usualScheme, quotas: federalQuotas };

/** A merit list that the registry makes and the provost freezes. */
export async function freezeMeritList({ session, registrar, provost }: SeasonDesk): Promise<string> {
  const { _id } = (await granted(registrar.post("/staff/ms_merit_run", { session, scheme }))).body;
  return frozen({ registrar, provost }, _id);
}

/** A list of everybody whom a frozen merit list gives a seat, sent out. Answers how many it held. */
export async function releaseOffers(desk: SeasonDesk, run: string): Promise<number> {
  const form = { title: "Offers of the season", kind: "Offers", session: desk.session, run };
  const { _id, count } = (await granted(desk.registrar.post("/staff/ms_release", form))).body;
  await goesOut(desk, _id);
  return count;
}

/** A list of everybody whose results fall short, sent out. Answers how many it held. */
export async function releaseRefusals(desk: SeasonDesk): Promise<number> {
  const { session, registrar } = desk;
  const form = { title: "Refusals of the season", kind: "Refusals", session };
  const { _id } = (await granted(registrar.post("/staff/ms_release", form))).body;
  const query = "state=Submitted&verdict=Short";
  const count = await totalOf(registrar, `/staff/ms_review?${query}`);
  await granted(registrar.post(`/staff/ms_release/${_id}/add`, { query, count }));
  await goesOut(desk, _id);
  return count;
}

async function goesOut(desk: SeasonDesk, release: string): Promise<void> {
  await approved(desk, release);
  await minuteComes(desk.portal);
  await releaseWhatIsDue(desk.portal.app);
}

/**
 * Gives up the seats of offers that have lapsed and offers them to who waits, programme by programme: proposed by the
 * registry, approved by the provost, sent out.
 */
export async function replaceLapsed(desk: SeasonDesk): Promise<void> {
  const { portal, registrar, provost, session } = desk;
  const { programmes } = (await granted(registrar.get(`/staff/ms_replacement/${session}`))).body;
  for (const { programme, most } of programmes.filter(({ most }: { most: number }) => most > 0)) {
    const form = { session, programme, count: most, minute: soon() };
    const { _id } = (await granted(registrar.post("/staff/ms_replacement", form))).body;
    await granted(approve(provost, _id));
  }
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
}
