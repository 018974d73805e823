import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import type { OfficeDeed } from "./service-order.rules.ts";

interface Told {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly label: string;
}

const orderValues = {
  ...usual("firstname", "label", "link"),
  said: value("what the office wrote; empty where it wrote nothing", "Please bring the old card"),
};

const orderReady = mailTemplate({
  key: "order-ready",
  name: "An order is ready",
  when: "What a student ordered is ready",
  reader: "students",
  values: orderValues,
  must: ["link"],
  subject: "{college}: your {label} is ready",
  text: `Dear {firstname},

Your order, {label}, is ready. Please collect it, and bring your ID card.

{said}

See it here:
{link}

${signed.office}`,
});

const orderReturned = mailTemplate({
  key: "order-waits",
  name: "An order waits for the student",
  when: "The office asks the student something before an order goes on",
  reader: "students",
  values: orderValues,
  must: ["said", "link"],
  subject: "{college}: your {label} waits for you",
  text: `Dear {firstname},

Your order, {label}, cannot go on before you answer the office:

{said}

See it here:
{link}

${signed.office}`,
});

const templates = { Ready: orderReady, Returned: orderReturned };

/** Tells a student that something is ready, or is asked; none where nothing has to be done. */
export function orderMail({ publicUrl }: Config, order: Told, to: OfficeDeed, said: string | null): Mail[] {
  if (to !== "Ready" && to !== "Returned") return [];
  const { firstname, label } = order;
  const link = `${publicUrl}/student/services`;
  return [fromTemplate(templates[to], order.emailaddress, { firstname, label, said: said ?? "", link })];
}

export const orderTemplates = [orderReady, orderReturned];
