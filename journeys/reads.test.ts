import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../testing/applicant.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { verifiedAccount } from "../testing/visitor.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
});

afterAll(() => journey.stop());

const someone = async () => journey.person({ signedIn: await signedInApplicant(journey.portal) });

/** When a page asked for this call, in milliseconds of the clock. */
function asked(page: Page, path: string, method = "GET"): number[] {
  const times: number[] = [];
  page.on("request", (request) => {
    if (isCall(request, path, method)) times.push(Date.now());
  });
  return times;
}

const isCall = (request: Request, path: string, method = "GET") =>
  request.method() === method && new URL(request.url()).pathname === `/api${path}`;

/** What a page asked and did not break off: whoever leaves while an answer is on its way asks again next time. */
function askedWhole(page: Page, path: string): ReadonlySet<Request> {
  const whole = new Set<Request>();
  page.on("request", (request) => isCall(request, path) && whole.add(request));
  page.on("requestfailed", (request) => whole.delete(request));
  return whole;
}

const dashboard = async (who: Person) => {
  await who.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await who.sees("Your next step");
};

const visits = async (who: Person, card: RegExp, heading: string) => {
  await who.page.getByRole("link", { name: card }).click();
  await who.seesHeading(heading);
};

test("the dashboard and A-Level results serve for five minutes, unless a command was sent", async () => {
  const who = await someone();
  const boards = askedWhole(who.page, "/ms_dashboard");
  const aLevels = askedWhole(who.page, "/ms_applicant_alevel");
  await who.page.clock.install();
  await who.opens("/app/dashboard");
  await who.sees("Your next step");
  await visits(who, /^A-Level/, "No A-Level Results Added");
  await dashboard(who);
  await visits(who, /^A-Level/, "No A-Level Results Added");
  await dashboard(who);
  expect([boards.size, aLevels.size]).toEqual([1, 1]);

  await visits(who, /^Parents/, "No Referees Added");
  await who.presses("Add a parent or guardian");
  const form = await who.inDialog("Parents and Guadians Form");
  await form.fills({ "First name": "Halima", "Last name": "Danladi", "Phone Number": "0803 123 4567" });
  await form.fills({ "Home Address of Referee": "12 Ahmadu Bello Way, Minna" });
  await form.presses("Save changes");
  await who.seesHeading("Halima Danladi");
  await dashboard(who);
  await visits(who, /^A-Level/, "No A-Level Results Added");
  await dashboard(who);
  expect([boards.size, aLevels.size]).toEqual([2, 2]);

  await who.page.clock.fastForward("05:01");
  await visits(who, /^A-Level/, "No A-Level Results Added");
  await dashboard(who);
  await expect.poll(() => [boards.size, aLevels.size]).toEqual([3, 3]);
  await who.leaves();
});

test("what one person read is not shown to the next one who signs in on the same page", async () => {
  const [one, next] = [await verifiedAccount(journey.portal), await verifiedAccount(journey.portal)];
  const who = await journey.person();
  const signsIn = async ({ emailaddress, password }: typeof one) => {
    await who.fills({ "Email Address": emailaddress, Password: password });
    await who.presses("Login to Account");
    await who.seesHeading("Student Dashboard");
    await who.follows("My Account");
  };
  await who.opens("/");
  await signsIn(one);
  await who.sees(one.emailaddress);
  await who.presses("Sign Out");
  await who.sees("Sign in to continue");
  await signsIn(next);
  await who.sees(next.emailaddress);
  expect(await who.page.getByText(one.emailaddress).count()).toBe(0);
  await who.leaves();
});

test("O-Level results are not read again because somebody looks at the page again", async () => {
  const who = await someone();
  const results = asked(who.page, "/ms_applicant_result");
  await who.opens("/app/olevelresult");
  await who.sees("No Subject Results Found");
  const other = await who.context.newPage();
  await other.goto("/privacy");
  await who.page.bringToFront();
  await who.page.evaluate(() => {
    for (const name of ["visibilitychange", "focus"]) dispatchEvent(new Event(name));
  });
  await who.page.waitForTimeout(300);
  expect(results).toHaveLength(1);
  await who.leaves();
});

test("a read is repeated after 1, 2 and 4 seconds, or when the server wants it, and never after a refusal", async () => {
  const who = await someone();
  who.expects(/429|500|503|404|ERR_CONNECTION_RESET/);
  const { context } = who;
  const message = "Sorry, system could not finish processing your request";
  const refusal = { type: "error", message, errors: { programme: "Programme is required" } };
  const answers: Record<string, Parameters<Parameters<Parameters<typeof context.route>[1]>[0]["fulfill"]>[0] | null> = {
    ms_applicant_referee: { status: 503, json: { type: "error", message } },
    ms_applicant_sitting: { status: 503, headers: { "retry-after": "3" }, json: { type: "error", message } },
    ms_applicant_result: { status: 429, headers: { "retry-after": "600" }, json: { type: "error", message } },
    ms_application_fee: { status: 500, json: refusal },
    "ms_applicant/account": { status: 404, json: { type: "error", message: "There is no such record" } },
    "ms_applicant/bio": null,
  };
  for (const [path, answer] of Object.entries(answers))
    await context.route(`**/api/${path}`, (route) => (answer ? route.fulfill(answer) : route.abort("connectionreset")));
  const screens = {
    parents: "_referee",
    olevel: "_sitting",
    olevelresult: "_result",
    account: "/account",
    bio: "/bio",
  };
  const calls: [string, string][] = Object.entries(screens).map(([at, end]) => [at, `/ms_applicant${end}`]);
  const times = await Promise.all(
    [...calls, ["pay", "/ms_application_fee"] as const].map(async ([screen, path]) => {
      const page = await context.newPage();
      const when = asked(page, path);
      // Inside the portal: a document's first answer is there before its page is, which counts from then.
      await page.goto("/app/notices");
      await page.getByRole("heading", { name: "Notices", exact: true }).waitFor();
      await page.evaluate((to) => {
        history.pushState(null, "", to);
        dispatchEvent(new Event("router-moved"));
      }, `/app/${screen}`);
      await page.getByRole("button", { name: "Try again" }).waitFor({ timeout: 20_000 });
      return [screen, when.slice(1).map((time, n) => (time - (when[n] ?? 0)) / 1000)] as const;
    }),
  );
  const { parents, olevel, bio, ...once } = Object.fromEntries(times);
  const about = (seconds: number) => expect.toSatisfy((gap: number) => gap > seconds - 0.1 && gap < seconds + 1.9);
  for (const gaps of [parents, bio]) expect(gaps).toEqual([about(1), about(2), about(4)]);
  expect(olevel).toEqual([about(3), about(3), about(4)]);
  expect(once).toEqual({ olevelresult: [], account: [], pay: [] });
  await who.leaves();
});

test("a command is never repeated by itself", async () => {
  const who = await someone();
  who.expects(/503/);
  const sent = asked(who.page, "/ms_applicant", "PUT");
  await who.page.route("**/api/ms_applicant", (route) =>
    route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { type: "error", message: "Too busy" } }),
  );
  await who.opens("/app/account");
  await who.fills({ "Middle name": "Zainab" });
  await who.presses("Save changes");
  await who.sees("Too busy");
  await who.page.waitForTimeout(1_500);
  expect(sent).toHaveLength(1);
  await who.leaves();
});

test("what is read while the portal is out of reach appears by itself once it is back", async () => {
  const who = await someone();
  who.expects(/ERR_CONNECTION_REFUSED/);
  const dead = /\/healthz|\/api\/ms_applicant_referee/;
  await who.context.route(dead, (route) => route.abort("connectionrefused"));
  await who.opens("/app/parents");
  await who.sees("You are offline.", "You are offline. This appears by itself once you are back");
  await who.context.unroute(dead);
  await who.sees("No Referees Added");
  await who.page.getByText("You are offline.").waitFor({ state: "detached" });
  await who.leaves();
});
