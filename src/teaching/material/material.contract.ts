import * as v from "valibot";
import { beginsRunning } from "#calendar/session/session.usual.contract.ts";
import { record, type Values } from "#console/record/record.contract.ts";
import { atLeastTwo, maybe, refersTo, status, whole } from "#console/record/record.fields.contract.ts";
import { lines, text } from "#kit/field/fields.contract.ts";
import { fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { keptFile } from "#profile/upload/upload.contract.ts";

/** About eight pages: what a phone can still keep for reading without a connection. */
const LONGEST_POST = 20_000;

/** Specification 5. */
const TWO = "Minimum of 2 characters expected";

const NOTHING = "Write a text, or choose a file: a material needs one of them";

const isOfSomething = ({ post: written, file }: Values) => written !== undefined || file !== undefined;

const together = (form: v.GenericSchema<Values, Values>) =>
  v.pipe(form, v.forward(v.partialCheck([["post"], ["file"]], isOfSomething, NOTHING), ["post"]));

/** What is typed of a material within its topic. */
export const materialEntries = {
  label: atLeastTwo("Title", 160),
  status,
  post: maybe(lines("Text", LONGEST_POST)),
  file: maybe(text("File", 80)),
};

/** What the students of a class read. Specification 3 and 5, contract 5: a text, a file, or both. */
export const materials = record({
  noun: "material",
  one: "Material",
  many: "Materials",
  page: "my-courses",
  link: "/staff/my-courses/materials",
  entries: {
    topic: v.pipe(refersTo("Topic", "topic"), v.minLength(2, TWO), v.title("Topic")),
    ...materialEntries,
  },
  kept: {
    session: refersTo("Session", "session"),
    bytes: maybe(whole("Size of the file in bytes", 0, 2 ** 31)),
    downloads: whole("Downloads", 0, 2 ** 31),
  },
  together,
  title: ["label"],
  columns: ["label", "topic", "status", "bytes", "downloads"],
  sorts: ["label", "createdAt"],
  filters: ["session", "topic", "status"],
  beginsBy: beginsRunning,
  searched: "title",
  key: [],
});

/** The form of a material within its topic. */
export const materialForm = together(fields(materialEntries) as unknown as v.GenericSchema<Values, Values>);

const path = "/staff/ms_material";

export const sendMaterialFile = post(
  `${path}/file`,
  "Keeps a file for a material, sent as multipart/form-data: field material, at most 10 MB; a PDF, a picture, a Word document or slides without programs. The answer's newname is the material's file",
  v.nullish(v.undefined()),
  keptFile,
);

export const takeMaterialFile = get(`${path}/:id/file`, "The file of a material, to be saved", v.any());
