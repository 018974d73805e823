import { semesterTitle } from "#calendar/session/session.rules.ts";
import type { TranscriptContent } from "../content/content.contract.ts";

/** Where the college publishes what others check its files by, below the portal's own address. */
export const ISSUER = "/api/issuer";
export const KEYS = `${ISSUER}/keys`;
export const REVOCATIONS = `${ISSUER}/revocations`;

/** The algorithm that every verifier of the standard knows. Open Badges 3.0, JSON Web Token proof format. */
export const ALGORITHM = "RS256";

/** In their order: W3C Verifiable Credentials 2.0, then what the standard adds. */
const badgeContext = [
  "https://www.w3.org/ns/credentials/v2",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
];
const clrContext = [
  "https://www.w3.org/ns/credentials/v2",
  "https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
];

export interface Certified {
  /** The transcript's `_id`, by which the credential is known for ever. */
  readonly _id: string;
  readonly serial: string;
  /** The student's `_id`. */
  readonly student: string;
  readonly content: TranscriptContent;
  /** To the second. */
  readonly signedAt: string;
}

const urn = (id: string): string => `urn:uuid:${id}`;

export const credentialId = (transcript: string): string => urn(transcript);

/**
 * A transcript as a Comprehensive Learner Record 2.0: one credential, which holds an achievement credential for the programme and one for
 * each attempt at a course. `publicUrl` is the portal's own address.
 */
export function clrCredential(publicUrl: string, certified: Certified) {
  const { _id, serial, student, content, signedAt } = certified;
  const validFrom = asSecond(signedAt);
  const issuer = issuerIn(publicUrl, content.college);
  const made = { _id, issuer, validFrom, subject: urn(student) };
  const courses = coursesIn(content).map((course, at) => courseCredential(made, course, at + 1));
  const programme = programmeCredential(made, content);
  return {
    "@context": clrContext,
    id: credentialId(_id),
    type: ["VerifiableCredential", "ClrCredential"],
    name: `Transcript ${serial} of ${content.student.name}`,
    issuer,
    validFrom,
    credentialSubject: {
      id: urn(student),
      type: ["ClrSubject"],
      identifier: [
        identity("name", content.student.name),
        ...(content.student.matric ? [identity("ext:matricNumber", content.student.matric)] : []),
      ],
      verifiableCredential: [programme, ...courses],
      association: courses.map(({ credentialSubject }) => ({
        type: "Association",
        associationType: "isParentOf",
        sourceId: programme.credentialSubject.achievement.id,
        targetId: credentialSubject.achievement.id,
      })),
    },
    credentialStatus: { id: `${publicUrl}${REVOCATIONS}`, type: "1EdTechRevocationList" },
  };
}

export type ClrCredential = ReturnType<typeof clrCredential>;

/** What the signature is over: the credential itself, with the names that a token is checked by. */
export const claimsOf = (credential: ClrCredential) => ({
  ...credential,
  iss: credential.issuer.id,
  jti: credential.id,
  nbf: Date.parse(credential.validFrom) / 1000,
  sub: credential.credentialSubject.id,
});

const asSecond = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19)}Z`;

export const issuerIn = (publicUrl: string, { name, emailaddress, address }: TranscriptContent["college"]) => ({
  id: `${publicUrl}${ISSUER}`,
  type: ["Profile"],
  name,
  url: publicUrl,
  ...(emailaddress && { email: emailaddress }),
  ...(address && {
    address: { type: ["Address"], streetAddress: address, addressCountry: "Nigeria", addressCountryCode: "NG" },
  }),
});

const identity = (identityType: string, identityHash: string) => ({
  type: "IdentityObject",
  hashed: false,
  identityHash,
  identityType,
});

interface Made {
  readonly _id: string;
  readonly issuer: ReturnType<typeof issuerIn>;
  readonly validFrom: string;
  /** Who is meant, as an address. */
  readonly subject: string;
}

type Semester = TranscriptContent["semesters"][number];
type Course = Semester["courses"][number] & { readonly term: string; readonly content: TranscriptContent };

export const termOf = ({ session, semester }: Pick<Semester, "session" | "semester">): string =>
  `${semesterTitle(semester)} ${session}`;

const coursesIn = (content: TranscriptContent): Course[] =>
  content.semesters.flatMap((semester) =>
    semester.courses.map((course) => ({ ...course, term: termOf(semester), content })),
  );

/** `part` is its place in the record: with the credential's own name it names what stands there. */
const named = (made: Made, part: string): string => `${credentialId(made._id)}#${part}`;

interface Achieved {
  readonly part: string;
  readonly achievement: { readonly id: string; readonly [more: string]: unknown };
  readonly more: object;
  readonly name: string;
}

const achievementCredential = (made: Made, { part, achievement, more, name }: Achieved) => ({
  "@context": badgeContext,
  id: named(made, part),
  type: ["VerifiableCredential", "AchievementCredential"],
  name,
  issuer: made.issuer,
  validFrom: made.validFrom,
  credentialSubject: { id: made.subject, type: ["AchievementSubject"], ...more, achievement },
});

/** What can come out, and what came out: each result names its description. */
function outcome(made: Made, part: string, of: { name: string; resultType: string; value: string; more?: object }) {
  const id = named(made, part);
  return {
    description: { id, type: ["ResultDescription"], name: of.name, resultType: of.resultType, ...of.more },
    result: { type: ["Result"], resultDescription: id, value: of.value },
  };
}

/** As the scale runs, from low to high. */
const gradesOf = ({ legend }: TranscriptContent): string[] =>
  legend.bands.toSorted((one, other) => one.from - other.from).map(({ grade }) => grade);

function courseCredential(made: Made, course: Course, place: number) {
  const { code, title, units, total, grade, point, passed, note, term, content } = course;
  const part = `course-${place}`;
  const isMark = total !== null;
  const outcomes = [
    outcome(made, `${part}-grade`, {
      name: "Grade",
      resultType: "LetterGrade",
      value: grade,
      ...(isMark && { more: { allowedValue: gradesOf(content) } }),
    }),
    ...(isMark
      ? [
          outcome(made, `${part}-total`, {
            name: "Mark of 100",
            resultType: "Percent",
            value: String(total),
            more: { valueMin: "0", valueMax: "100", requiredValue: String(content.legend.passmark) },
          }),
        ]
      : []),
    ...(point === null
      ? []
      : [outcome(made, `${part}-point`, { name: "Grade point", resultType: "ext:GradePoint", value: point })]),
  ];
  // A code that counts nothing, such as Excused, is neither: the words of the standard have none for it.
  const status = passed ? "Completed" : isMark || point !== null ? "Failed" : null;
  const standing = outcome(made, `${part}-status`, { name: "Standing", resultType: "Status", value: "" }).description;
  return achievementCredential(made, {
    part,
    name: `${code} ${title}`,
    achievement: {
      id: named(made, `${part}-achievement`),
      type: ["Achievement"],
      achievementType: "Course",
      name: title,
      humanCode: code,
      description: `${code} ${title}, ${units} credit units`,
      criteria: { narrative: `Passed from ${content.legend.passmark} marks of 100` },
      creditsAvailable: units,
      resultDescription: [...outcomes.map(({ description }) => description), ...(status ? [standing] : [])],
    },
    more: {
      term,
      creditsEarned: passed ? units : 0,
      ...(note && { narrative: note }),
      result: [
        ...outcomes.map(({ result }) => result),
        ...(status ? [{ type: ["Result"], resultDescription: standing.id, status }] : []),
      ],
    },
  });
}

function programmeCredential(made: Made, content: TranscriptContent) {
  const part = "programme";
  const { programme, semesters, cgpa, passClass, units, entry, student } = content;
  const highest = content.legend.bands
    .map(({ point }) => Number(point))
    .reduce((one, other) => Math.max(one, other), 0);
  const average = { resultType: "GradePointAverage", more: { valueMin: "0.00", valueMax: highest.toFixed(2) } };
  const outcomes = [
    ...semesters.map((semester, at) =>
      outcome(made, `gpa-${at + 1}`, { name: `GPA, ${termOf(semester)}`, value: semester.gpa, ...average }),
    ),
    outcome(made, "cgpa", { name: "CGPA", value: cgpa, ...average }),
    ...(passClass
      ? [outcome(made, "class", { name: "Class of pass", resultType: "ext:ClassOfPass", value: passClass })]
      : []),
  ];
  return achievementCredential(made, {
    part,
    name: programme,
    achievement: {
      id: named(made, `${part}-achievement`),
      type: ["Achievement"],
      achievementType: passClass ? "Certificate" : "LearningProgram",
      name: programme,
      description: `${programme}, begun in ${entry.session} at ${entry.level} level`,
      criteria: { narrative: content.legend.attempts },
      resultDescription: outcomes.map(({ description }) => description),
    },
    more: {
      creditsEarned: units.passed,
      narrative: `Status in the college's register: ${student.status}`,
      result: outcomes.map(({ result }) => result),
    },
  });
}
