import type {
  genders,
  highestQualifications,
  ModeOfEntry,
  maritalStatuses,
  religions,
} from "../src/reference/qualifications/qualifications.rules.ts";
import { stateNames } from "../src/reference/states-and-lgas/states-and-lgas.rules.ts";
import { type GeneratedALevel, generateALevel, qualificationOf } from "./a-levels.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { placeIn, plain, postalAddress, typedPhone } from "./contact-details.ts";
import { type GeneratedSitting, generateSittings, letters } from "./examinations.ts";
import { type Group, groupNamed, people } from "./people.ts";

/** A made-up person, as the forms take him or her: what is typed at registration, on bio, referees and results. */
export interface GeneratedApplicant {
  readonly registration: {
    readonly firstname: string;
    readonly middlename: string;
    readonly lastname: string;
    readonly emailaddress: string;
    readonly phonenumber: string;
    readonly jamb: string;
    readonly password: string;
  };
  readonly bio: {
    readonly firstname: string;
    readonly middlename: string;
    readonly lastname: string;
    readonly gender: (typeof genders)[number];
    readonly religion: (typeof religions)[number];
    readonly maritalstatus: (typeof maritalStatuses)[number];
    readonly qualification: (typeof highestQualifications)[number];
    readonly emailaddress: string;
    readonly phonenumber: string;
    readonly homeaddress: string;
    readonly stateoforigin: string;
    readonly lgaoforigin: string;
    readonly stateofresidence: string;
    readonly lgaofresidence: string;
    readonly dateofbirth: string;
  };
  readonly referees: readonly GeneratedReferee[];
  readonly sittings: readonly GeneratedSitting[];
  /** One for direct entry. */
  readonly alevels: readonly GeneratedALevel[];
  readonly mode: ModeOfEntry;
}

interface GeneratedReferee {
  readonly firstname: string;
  readonly middlename: string;
  readonly lastname: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly homeaddress: string;
}

/** The year of the admission that the ages are counted for. */
const ADMISSION_YEAR = 2026;
/** Seeds below this give different JAMB numbers and addresses. */
export const SEEDS = 100_000_000;

/** The applicant of a seed, always the same. Addresses of mail are under example.com; the password is a demo's. */
export function generateApplicant(seed: number): GeneratedApplicant {
  if (!Number.isInteger(seed) || seed < 0 || seed >= SEEDS) throw new Error(`A seed is 0 to ${SEEDS - 1}`);
  const chance = chanceOf(seed);
  const group = groupNamed(chance.weighted(people.mix.group));
  const faith = chance.weighted(group.religionMix);
  const gender = chance.weighted(people.mix.gender);
  const [firstname, second] = chance.several(givenNames(chance, group, faith, gender), 2) as [string, string];
  const lastname = chance.one(group.surnames.filter((surname) => surname !== firstname && surname !== second));
  const names = { firstname, middlename: chance.happens(people.mix.noMiddleName) ? "" : second, lastname };
  const reach = {
    emailaddress: `${plain(firstname)}.${plain(lastname)}.${seed}@example.com`,
    phonenumber: typedPhone(chance),
  };
  const [youngest, oldest] = chance.weighted(people.mix.age).split("-").map(Number) as [number, number];
  const age = chance.between(youngest, oldest);
  const mode = chance.weighted(people.mix.entry);
  const origin = placeIn(chance, chance.one(group.states));
  const residence = chance.happens(0.8) ? placeIn(chance, origin.state) : placeIn(chance, chance.one(stateNames));
  // Drawn apart, so that the rest of a person is the same with it and without.
  const direct =
    mode === "Direct Entry" ? generateALevel(chanceOf(SEEDS + seed), ADMISSION_YEAR - age, residence.area) : undefined;
  return {
    registration: { ...names, ...reach, jamb: jambNumber(seed, chance), password: `demo-${seed}-password` },
    bio: {
      ...names,
      ...reach,
      gender,
      religion: faith === "Muslim" ? "Muslim" : "Christain",
      maritalstatus: age > 21 && chance.happens(0.4) ? "Married" : "Single",
      qualification: direct ? qualificationOf[direct.type] : "Secondary/O-Level Certificate",
      homeaddress: postalAddress(chance, lastname, residence.area),
      stateoforigin: origin.state,
      lgaoforigin: origin.area,
      stateofresidence: residence.state,
      lgaofresidence: residence.area,
      dateofbirth: birthday(chance, age),
    },
    referees: generateReferees(chance, group, lastname, residence.area),
    sittings: generateSittings(chance, ADMISSION_YEAR - age, residence.area),
    alevels: direct ? [direct] : [],
    mode,
  };
}

/** Names of the group where its people are mostly of that faith or of both; else the names of the faith. */
function givenNames(chance: Chance, group: Group, faith: "Muslim" | "Christian", gender: "Male" | "Female") {
  const key = gender === "Male" ? "male" : "female";
  const { christianMale, christianFemale } = people.sharedGivenNames;
  const shared = gender === "Male" ? christianMale : christianFemale;
  const seldom = group.religionMix[faith] < 0.4;
  if (faith === "Muslim") return seldom ? groupNamed("hausa_fulani")[key] : group[key];
  return seldom || chance.happens(0.35) ? shared : group[key];
}

/** The year and eight digits that no other seed has (multiplying by a number prime to 10 keeps them apart), two letters. */
function jambNumber(seed: number, chance: Chance): string {
  const own = (BigInt(seed) * 48_271_397n + 7_919n) % BigInt(SEEDS);
  return `${ADMISSION_YEAR}${String(own).padStart(8, "0")}${letters(chance)}`;
}

/** Somebody of that age on 30 September of the admission year. */
function birthday(chance: Chance, age: number): string {
  const month = chance.between(1, 9);
  return `${ADMISSION_YEAR - age}-${two(month)}-${two(chance.between(1, month === 2 ? 28 : 30))}`;
}

const two = (number: number) => String(number).padStart(2, "0");

/** Two or three: parents or guardians of the same family and town. */
function generateReferees(chance: Chance, group: Group, surname: string, town: string): GeneratedReferee[] {
  return Array.from({ length: chance.happens(0.3) ? 3 : 2 }, (_, place) => {
    const firstname = chance.one(place === 1 ? group.female : group.male);
    const lastname = place === 2 ? chance.one(group.surnames) : surname;
    const mailed = chance.happens(0.4);
    return {
      firstname,
      middlename: chance.happens(0.4) ? chance.one(place === 1 ? group.female : group.male) : "",
      lastname,
      emailaddress: mailed ? `${plain(firstname)}.${plain(lastname)}${chance.digits(4)}@example.com` : "",
      phonenumber: typedPhone(chance),
      homeaddress: postalAddress(chance, lastname, town),
    };
  });
}
