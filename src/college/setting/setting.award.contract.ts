import { prefixTrouble, serialTrouble, wordsTrouble } from "./setting.lines.rules.ts";
import { linesOfText, oneOf, wholeNumber } from "./setting.shape.contract.ts";

/** What a college decides about its awards and the papers that say them. */
export const awardSettings = {
  /** Student records 56: General Studies in Education and Education are parts of every NCE. */
  awardCourses: linesOfText(
    "Courses of every award",
    "The letters with which codes of such courses begin, one kind a line, with the units that must be passed if the college asks for a number: GSE 18, or GSE alone. Where it is alone, at least one course of the kind is passed, if the programme has any.",
    400,
    { usual: "GSE\nEDU", troubleIn: prefixTrouble },
  ),
  /** Student records 39: NYSC asks for the proof of NERD. */
  awardProject: oneOf(
    "Project before the award",
    "Whether whoever is proposed for the award has deposited a project whose NERD proof was checked. A programme that ends below the level of the project asks for none.",
    { asked: "A checked deposit with its NERD number", "not asked": "The course of the project alone" },
    "asked",
  ),
  certificateSerial: linesOfText(
    "Serials of certificates",
    "What the serial of a certificate is made of: {year} 2026, {yy} 26, {session} the session's code, {serial:5} counts the certificates of a session with five figures. Serials that were given stay.",
    60,
    { usual: "C/{year}/{serial:5}", troubleIn: serialTrouble },
  ),
  statementSerial: linesOfText(
    "Serials of statements of result",
    "The same for statements of result, which are counted by themselves.",
    60,
    { usual: "SR/{year}/{serial:5}", troubleIn: serialTrouble },
  ),
  /** Student records: a statement is valid for a year. */
  statementMonths: wholeNumber(
    "Validity of a statement of result",
    "For so many months after it was printed, and for so long as the certificate is not collected. Statements that were printed keep their day.",
    1,
    60,
    12,
    "months",
  ),
  certificateText: linesOfText(
    "Words of the certificate",
    "What stands on it: {name}, {matric}, {award}, {course}, {class}, {session} and {day}, on which it was conferred. Each line is a line of the certificate.",
    800,
    {
      usual:
        "This is to certify that\n{name}\nhaving completed the approved courses of study\nand passed the prescribed examinations\nhas been awarded the\n{award} in {course}\n{class}\non {day}",
      troubleIn: wordsTrouble,
    },
  ),
  certificateSigners: linesOfText(
    "Who signs certificates",
    "The offices that sign certificates, statements of result and graduation lists, one a line.",
    200,
    { usual: "Provost\nRegistrar" },
  ),
  transcriptHeading: linesOfText(
    "Text above a transcript",
    "What stands between the college's head and the results, such as to whom it may be shown. Transcripts that were made keep theirs.",
    400,
  ),
  transcriptFootnote: linesOfText(
    "Text below a transcript",
    "What stands below the key to the grades, such as that an alteration makes it void. Transcripts that were made keep theirs.",
    800,
    { usual: "Any alteration or erasure makes this transcript void." },
  ),
  transcriptSignatory: linesOfText(
    "Who signs transcripts",
    "The name on one line and the title on the next. Left empty: whoever signs the letters.",
    160,
  ),
  transcriptDebtors: oneOf(
    "Transcripts of students who owe",
    "Whether a transcript waits until a student has paid what is left of all bills. A hold on papers always stops it, and so does a semester whose results are closed.",
    { wait: "They wait for the money", made: "They are made all the same" },
    "wait",
  ),
} as const;
