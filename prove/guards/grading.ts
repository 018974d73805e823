import type { Guard } from "./guard.ts";

const rules = "src/grading/score-sheet/score-sheet.rules.ts";
const workbook = "src/grading/score-sheet/workbook/workbook.test.ts";
const lines = "src/grading/score-sheet/workbook/workbook.lines.server.ts";
const publishing = "src/grading/publication/publication.test.ts";
const making = "src/grading/publication/make/make.server.ts";

/** What bad input and bad luck would do to marks, and what keeps them from it. */
export const gradingGuards: readonly Guard[] = [
  {
    against: "1e2, 39.5 and -1 in a cell",
    file: rules,
    has: "if (/^\\d{1,3}$/.test(text)) {",
    becomes: "if (Number.isFinite(Number(text))) {",
    shown: ["src/grading/score-sheet/score-sheet.rules.test.ts", "a cell"],
  },
  {
    against: "a mark above its most",
    file: rules,
    has: "return mark <= most ? { mark }",
    becomes: "return mark <= 100 ? { mark }",
    shown: ["src/grading/score-sheet/score-sheet.rules.test.ts", "a row"],
  },
  {
    against: "blanks around a mark",
    file: rules,
    has: '.replace(/[\\s\\u00a0]+/g, " ").trim()',
    becomes: "",
    shown: ["src/grading/score-sheet/score-sheet.rules.test.ts", "a cell"],
  },
  {
    against: "ABS for a zero",
    file: rules,
    has: "if (code && /^[A-Za-z][A-Za-z. ]*$/.test(text)) return { code };",
    becomes: "if (code) return { mark: 0 };",
    shown: ["src/grading/score-sheet/score-sheet.rules.test.ts", "a cell"],
  },
  {
    against: "lecturer and officer who write one sheet at once",
    file: "src/grading/score-sheet/typing/typing.server.ts",
    has: "if (mark.version !== row.version) {",
    becomes: "if (mark.version > row.version) {",
    shown: ["src/grading/score-sheet/score-sheet.test.ts", "lecturer and officer write one sheet at once"],
  },
  {
    against: "a sheet that is sent in while a student drops",
    file: "src/grading/score-sheet/chain/chain.submit.server.ts",
    has: "if (stops[0]) throw",
    becomes: "if (stops[7]) throw",
    shown: ["src/grading/score-sheet/chain/chain.race.test.ts", "a sheet that is sent in while a student drops"],
  },
  {
    against: "a course that is dropped once its result is made",
    file: "migrations/0231_publication.sql",
    has: 'when (old."droppedAt" is null and new."droppedAt" is not null) execute function portal.unpublish_dropped()',
    becomes: "when (false) execute function portal.unpublish_dropped()",
    shown: [publishing, "a course dropped between approval and minute"],
  },
  {
    against: "a student who moved between classes with marks",
    file: "src/grading/score-sheet/score-sheet.read.server.ts",
    has: " order by m.matric nulls last, m.name, m.student",
    becomes: " or c._id is not null order by m.matric nulls last, m.name, m.student",
    shown: ["src/grading/score-sheet/score-sheet.test.ts", "a student who moved between classes with marks"],
  },
  {
    against: "the kill of a progression",
    file: "src/grading/progression/progression.job.server.ts",
    has: "attempts: 25,",
    becomes: "attempts: 1,",
    shown: ["src/grading/progression/progression.race.test.ts", "a progression that loses its database in the middle"],
  },
  {
    against: "somebody who is judged otherwise than was seen",
    file: "src/grading/progression/progression.job.server.ts",
    has: "if (now.outcome !== line.outcome || now.tolevel !== line.tolevel)",
    becomes: "if (now.outcome !== line.outcome && now.tolevel !== line.tolevel && moved)",
    shown: ["src/grading/progression/progression.race.test.ts", "who is judged otherwise by now is passed over"],
  },
  {
    against: "marks that stay out after a recall",
    file: making,
    has: "const count = await recallResults(trx, going._id, students);",
    becomes: "const count = await recallResults(trx, going._id, []);",
    shown: [publishing, "a recall by two people takes everything back"],
  },
  {
    against: "a kill while results are made",
    file: making,
    has: "(p.state in ('Being made', 'Being recalled') or",
    becomes: "(p.state = 'Being recalled' or",
    shown: [publishing, "a kill in the middle goes on where it was"],
  },
  {
    against: "a formula in a spreadsheet",
    file: "src/console/table-file/table-file.workbook.server.ts",
    has: 'if ("formula" in said) throw',
    becomes: 'if ("formula" in said) continue; if (said === null) throw',
    shown: [workbook, "one with a formula, by its cell"],
  },
  {
    against: "a hidden sheet",
    file: "src/console/table-file/table-file.unpack.server.ts",
    has: "const hidden = isOurs ? hiddenSheets(parts) : [];",
    becomes: "const hidden = isOurs && parts === null ? hiddenSheets(parts) : [];",
    shown: [workbook, "one with a hidden sheet, by its name"],
  },
  {
    against: "another's signature",
    file: lines,
    has: "if (!isSignedBy(config, { use, text }, first))",
    becomes: "if (first === text)",
    shown: [workbook, "one whose first lines were changed, or that another portal signed"],
  },
  {
    against: "the spreadsheet of another class",
    file: lines,
    has: "if (identity.sheet !== sheet._id) throw",
    becomes: "if (identity.sheet === of.code) throw",
    shown: [workbook, "the workbook of another class, by the names of both"],
  },
  {
    against: "a spreadsheet of a later write",
    file: lines,
    has: "if (version > sheet.marksversion)",
    becomes: "if (Number.isNaN(version))",
    shown: [workbook, "one that was made of a later write than the sheet has"],
  },
  {
    against: "a mark that is written under a published result",
    file: "migrations/0311_late_mark.sql",
    has: "for each row execute function portal.keep_published_score();",
    becomes: "for each row when (false) execute function portal.keep_published_score();",
    shown: [
      "src/grading/score-sheet/chain/chain.published.test.ts",
      "a mark that comes once others are published goes the same way",
    ],
  },
  {
    against: "a past mark of a semester that is registered here",
    file: "migrations/0313_past_mark_before_first_semester.sql",
    has: "then 'Begun'",
    becomes: "then null",
    shown: ["src/registry/past-mark/past-mark.test.ts", "a past mark of what is registered here is refused"],
  },
  {
    against: "a certificate of an award that was taken back",
    file: "src/grading/certificate/certificate.step.server.ts",
    has: 'if (to === "Signed" || to === "Collected") await requireAwards',
    becomes: 'if (to === "Printed") await requireAwards',
    shown: ["src/grading/certificate/certificate.test.ts", "an award that was taken back takes its papers along"],
  },
];
