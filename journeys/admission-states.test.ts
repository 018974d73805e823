import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { admissionStates } from "../testing/admitted-applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, leadsOn, lookAt, settled } from "../testing/look.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

const payable = ["offered", "conditional", "last-day", "reference-open", "reference-cancelled", "choice"];

test.each(Object.entries(admissionStates))(
  "both screens say where it stands, by axe and within 320 px too: %s",
  async (state, reach) => {
    const who = await journey.person({ signedIn: await reach(journey.portal) });
    await who.opens("/app/dashboard");
    await settled(who.page);
    for (const screen of ["admission", "accept"]) {
      await leadsOn(who.page, `/app/${screen}`);
      await who.page.getByRole("heading", { level: 2 }).first().waitFor();
      await expectAccessible(who.page, screen);
      await lookAt(who.page, `offer-${state}-${screen}`);
    }
    const ways = who.page.getByRole("button", { name: /^(Pay online now|Generate payment reference)/ });
    expect((await ways.count()) > 0).toBe(payable.includes(state));
    await who.leaves();
  },
);
