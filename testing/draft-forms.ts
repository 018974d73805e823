import type { Person } from "./browser.ts";
import { draftHolds } from "./drafts.ts";
import type { Journey } from "./journey.ts";

/** A form of a screen, how its dialog is opened there, and what is typed by label. */
export interface Form {
  readonly path: string;
  readonly button: string | RegExp;
  readonly dialog: string;
  readonly draft: RegExp;
  readonly typed: Readonly<Record<string, string>>;
}

export const forms: readonly Form[] = [
  {
    path: "/app/parents",
    button: "Add a parent or guardian",
    dialog: "Parents and Guadians Form",
    draft: /^referee$/,
    typed: { "First name": "Halima", "Phone Number": "0803 123", "Home Address of Referee": "12 Ahmadu\nBello Way" },
  },
  {
    path: "/app/olevel",
    button: "Add a sitting",
    dialog: "Student O-Level Sitting",
    draft: /^sitting$/,
    typed: { "Examination type": "NECO", "Examination year": "20" },
  },
  {
    path: "/app/olevel",
    button: /^Edit/,
    dialog: "Student O-Level Sitting",
    draft: /^sitting:/,
    typed: { "Examination center": "Government Secondary School, Bida" },
  },
  {
    path: "/app/olevelresult",
    button: "Add Another Result",
    dialog: "Student O-Level Result",
    draft: /^results$/,
    typed: { "Examination subject 1": "Economics" },
  },
  {
    path: "/app/olevelresult",
    button: /^Edit Physics/,
    dialog: "Student O-Level Result",
    draft: /^result:/,
    typed: { "Result grade": "C6 · Credit" },
  },
  {
    path: "/app/alevel",
    button: "Add an A-Level result",
    dialog: "Student A-Level Result",
    draft: /^alevel$/,
    typed: { "Institution name": "Federal College of Education, Zaria" },
  },
  {
    path: "/app/pay",
    button: /^(Generate payment reference|Pay for another programme)$/,
    dialog: "Generate payment reference",
    draft: /^payment$/,
    typed: {},
  },
];

/** The form that a dialog of this screen holds, opened and with what is asked first. */
export async function opens(who: Person, { path, button, dialog }: Form) {
  await who.opens(path);
  await who.page.getByRole("button", { name: button }).first().click();
  const form = await who.inDialog(dialog);
  if (path === "/app/alevel") await form.picks("Type of result", "NCE");
  if (path === "/app/pay") {
    await form.field("Programme").fill("mathe");
    await form.box.getByRole("option").first().click();
  }
  return form;
}

export const referee = { "First name": "Halima", "Last name": "Danladi", "Phone Number": "0803 123 4567" };
export const address = { "Home Address of Referee": "12 Ahmadu Bello Way, Minna" };
export const [parents, , editing] = forms as [Form, Form, Form];

/** Somebody who has begun the form for a parent or guardian. */
export async function atTheForm(journey: Journey, me: { token: string; _id: string }) {
  const who = await journey.person({ signedIn: me });
  const form = await opens(who, parents);
  await form.fills(referee);
  await draftHolds(who.page, /^referee$/, "0803 123 4567");
  return { who, form };
}

/** What a page that lost its network could not fetch: it does without. */
export const lostFiles = /ERR_INTERNET_DISCONNECTED|\/assets\/.*ERR_FAILED|ERR_FAILED .*\/assets\//;
