import type { TestPortal } from "../portal.ts";
import type { FuzzCall } from "./drawn-request.ts";
import { type FuzzPerson, mayPass } from "./fuzz-people.ts";
import type { KnownRecords } from "./known-records.ts";

const MOST_OF_A_LIST = 15;

/** What the list is, its columns, and a few rows: fees alone are thousands. */
const LINES_OF_A_FILE = 8;

/** Asks each list of the office, as a page does, whose records it shows: of many lists no table has the name. */
export async function learnFromLists(
  portal: TestPortal,
  { calls, people, known }: { calls: readonly FuzzCall[]; people: readonly FuzzPerson[]; known: KnownRecords },
): Promise<void> {
  const withRecord = new Set(calls.flatMap(({ url }) => /^(.+?)\/:/.exec(url)?.[1] ?? []));
  for (const call of calls) {
    if (call.endpoint.method !== "GET" || !withRecord.has(call.url)) continue;
    const reply = await asked(portal, people, call);
    const body: unknown = reply?.ok ? await reply.json() : null;
    const rows = Array.isArray(body) ? body : (body as { list?: unknown } | null)?.list;
    if (!Array.isArray(rows)) continue;
    const ids = rows.map((row: { _id?: unknown } | null) => row?._id).filter((id) => typeof id === "string");
    known.learn(call.url.split("/").at(-1) ?? "", ids.slice(0, MOST_OF_A_LIST));
  }
}

/** For each import by its address, a file that it takes: what the export of the same list hands out. */
export async function exportedFiles(
  portal: TestPortal,
  calls: readonly FuzzCall[],
  people: readonly FuzzPerson[],
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { url } of calls.filter((call) => call.url.endsWith("/import"))) {
    const call = calls.find((other) => other.url === url.replace(/import$/, "export"));
    const reply = call && (await asked(portal, people, call));
    if (reply?.ok) files.set(url, (await reply.text()).split("\n", LINES_OF_A_FILE).join("\n"));
  }
  return files;
}

/** The first of the office who may, asks. */
async function asked({ url }: TestPortal, people: readonly FuzzPerson[], call: FuzzCall): Promise<Response | null> {
  const who = people.filter(({ kind }) => kind === "staff").find((person) => mayPass(person, call.guard));
  return who ? fetch(url + call.url, { headers: who.headers }) : null;
}
