import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Student {
  readonly firstname: string;
  readonly emailaddress: string;
}

const projectsToSupervise = mailTemplate({
  key: "projects-to-supervise",
  name: "Projects to supervise",
  when: "Somebody is given projects to supervise",
  reader: "staff",
  values: {
    ...usual("link"),
    projects: value("how many", "3 projects"),
    more: value("how many more", "3 more projects"),
  },
  must: ["link"],
  subject: "{college}: {projects} to supervise",
  text: `You supervise {more} now. Titles that wait for you stand first:
{link}`,
});

export const superviseMail = (
  { publicUrl }: Config,
  recipient: string,
  { projects, more }: { readonly projects: string; readonly more: string },
): Mail => fromTemplate(projectsToSupervise, recipient, { projects, more, link: `${publicUrl}/staff/supervision` });

const titleProposed = mailTemplate({
  key: "project-title-proposed",
  name: "A title for a project",
  when: "A student proposes a title to the supervisor",
  reader: "staff",
  values: { ...usual("name", "link"), title: value("the title", "Soil and its uses in Bauchi") },
  must: ["title", "link"],
  subject: "{college}: a title for a project",
  text: `{name} proposes the title:

{title}

Accept or return it here:
{link}`,
});

export const titleProposedMail = (
  { publicUrl }: Config,
  recipient: string,
  { project, name, title }: { readonly project: string; readonly name: string; readonly title: string },
): Mail =>
  fromTemplate(titleProposed, recipient, {
    ...{ name, title },
    link: `${publicUrl}/staff/supervision/project/${project}`,
  });

const textOf = (news: string) => `Dear {firstname},

${news}

See it here:
{link}

${signed.office}`;

const projectLink = ({ publicUrl }: Config) => `${publicUrl}/student/project`;

const titleAccepted = mailTemplate({
  key: "project-title-accepted",
  name: "Title of a project is accepted",
  when: "The supervisor accepts a title",
  reader: "students",
  values: { ...usual("firstname", "link"), title: value("the title", "Soil and its uses in Bauchi") },
  must: ["title", "link"],
  subject: "{college}: the title of your project is accepted",
  text: textOf(`Your title is accepted:

{title}`),
});

export const titleAcceptedMail = (config: Config, { firstname, emailaddress }: Student, title: string): Mail =>
  fromTemplate(titleAccepted, emailaddress, { firstname, title, link: projectLink(config) });

const titleReturned = mailTemplate({
  key: "project-title-returned",
  name: "Title of a project was returned",
  when: "The supervisor returns a title",
  reader: "students",
  values: usual("firstname", "reason", "link"),
  must: ["reason", "link"],
  subject: "{college}: the title of your project was returned",
  text: textOf(`Your supervisor has returned it:

{reason}`),
});

export const titleReturnedMail = (config: Config, { firstname, emailaddress }: Student, reason: string): Mail =>
  fromTemplate(titleReturned, emailaddress, { firstname, reason, link: projectLink(config) });

const projectDeposited = mailTemplate({
  key: "project-deposited",
  name: "Project is deposited",
  when: "A second person has checked the deposit of a project",
  reader: "students",
  values: usual("firstname", "link"),
  must: ["link"],
  subject: "{college}: your project is deposited",
  text: textOf("Your deposit and its NERD number are checked. NYSC asks for them."),
});

export const depositedMail = (config: Config, { firstname, emailaddress }: Student): Mail =>
  fromTemplate(projectDeposited, emailaddress, { firstname, link: projectLink(config) });

const depositReturned = mailTemplate({
  key: "project-deposit-returned",
  name: "Deposit of a project was returned",
  when: "A second person returns the deposit of a project",
  reader: "students",
  values: usual("firstname", "reason", "link"),
  must: ["reason", "link"],
  subject: "{college}: the deposit of your project was returned",
  text: textOf(`It was returned:

{reason}`),
});

export const depositReturnedMail = (config: Config, { firstname, emailaddress }: Student, reason: string): Mail =>
  fromTemplate(depositReturned, emailaddress, { firstname, reason, link: projectLink(config) });

export const projectTemplates = [
  projectsToSupervise,
  titleProposed,
  titleAccepted,
  titleReturned,
  projectDeposited,
  depositReturned,
];
