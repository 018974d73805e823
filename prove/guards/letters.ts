import type { Guard } from "./guard.ts";

const desk = "src/support/template-desk/template-desk.test.ts";
const paper = "src/support/template-desk/template-desk.paper.test.ts";
const machine = "src/reference/message-template/message-template.test.ts";

/** What would send words that nobody agreed to, or none that help, and what keeps the portal from it. */
export const letterGuards: readonly Guard[] = [
  {
    against: "words in force that the same person proposed",
    file: "src/support/template-desk/template-desk.propose.server.ts",
    has: 'to: "In force",\n    by: "another",',
    becomes: 'to: "In force",\n    by: "anybody",',
    shown: [
      desk,
      "words go out once a second person approves them, and the shipped ones again once a reset is approved",
    ],
  },
  {
    against: "two who approve one version at once",
    file: "src/reference/message-template/message-template.version.server.ts",
    has: "order by _id for update`",
    becomes: "order by _id`",
    shown: [desk, "of two who approve at once one does"],
  },
  {
    against: "words that the code no longer suits",
    file: "src/reference/message-template/message-template.server.ts",
    has: "Object.keys(wordingFaults(template, words)).length === 0 ? { words, number: found.number } : shipped",
    becomes: "{ words, number: found.number }",
    shown: [desk, "words that no longer suit the code are not sent"],
  },
  {
    against: "a preview of a file that the reader may not open",
    file: "src/support/template-desk/template-desk.person.server.ts",
    has: "if (!row || !asReader || !ofPaper) return null;",
    becomes: "if (!row) return null;",
    shown: [desk, "a preview is of nobody, or of a file that the reader may open"],
  },
  {
    against: "a thousand questions for the words of a thousand mails",
    file: "src/reference/message-template/message-template.server.ts",
    has: "const filled = await filledMails(trx, mails);",
    becomes: "const filled = (await Promise.all(mails.map((mail) => filledMails(trx, [mail])))).flat();",
    shown: [desk, "a thousand mails of one transaction ask for their words once"],
  },
  {
    against: "what a person typed, taken for a value",
    file: "src/reference/message-template/message-template.rules.ts",
    has: ".map((paragraph) => paragraph.replace(inBraces, put))",
    becomes: ".map((paragraph) => paragraph.replace(inBraces, put).replace(inBraces, put))",
    shown: [machine, "what a person typed is never taken for a name in braces"],
  },
  {
    against: "a test print of a paper that the reader may not read",
    file: "src/support/template-desk/template-desk.person.server.ts",
    has: "!ofPaper) return null;\n  try {\n    await findReachedFile(db, asReader, row._id);\n    if (also) await findReachedFile(db, ofPaper, row._id);",
    becomes: "false) return null;\n  try {\n    await findReachedFile(db, asReader, row._id);",
    shown: [paper, "a file that the reader may not open is refused as one that is not there, and so is a paper"],
  },
  {
    against: "a test print whose code proves something",
    file: "src/reference/papers/papers.server.ts",
    has: "if (isOnTrial()) return",
    becomes: "if (!kind) return",
    shown: [paper, "a test print is the paper of a real file in the words tried, and its code proves nothing"],
  },
  {
    against: "an issued paper that is printed again in other words",
    file: "src/reference/message-template/message-template.server.ts",
    has: "if (at === null) return paperWords(db, template, values);",
    becomes: "return paperWords(db, template, values);",
    shown: [paper, "a slip has the words of the day on which it was submitted"],
  },
  {
    against: "a paper that does not name what it must",
    file: "src/reference/message-template/message-template.rules.ts",
    has: "template.must.filter((name) => !named.has(name))",
    becomes: "template.must.filter((name) => name === null)",
    shown: [paper, "of a letter"],
  },
];
