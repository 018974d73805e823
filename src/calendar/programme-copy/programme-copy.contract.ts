import * as v from "valibot";
import { choice } from "#console/record/record.contract.ts";
import { refersTo } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

const TO = "Choose the programmes to copy to, or all that take applicants";

const copyForm = fields({
  session: refersTo("Session", "session"),
  from: refersTo("Copy from", "programme"),
  to: v.pipe(
    v.union([v.literal("admitting"), v.pipe(v.array(v.string()), v.minLength(1, TO), v.maxLength(500, TO))], TO),
    v.title("Copy to"),
  ),
  check: v.optional(v.boolean("Check must be true or false")),
});

/** What the copy did to one programme, or would do. */
const copied = v.strictObject({
  programme: choice,
  added: v.number(),
  changed: v.number(),
  same: v.number(),
  /** Its further active rows, which stay. */
  others: v.number(),
  wrong: v.nullable(v.string()),
});

export type CopiedProgramme = v.InferOutput<typeof copied>;

/** The call that copies what one programme has in a session to others; `things` are the rows, as the office says. */
export const copyToProgrammes = <Noun extends string>(noun: Noun, things: string) =>
  post(
    `/staff/ms_${noun}/copy` as const,
    `Copies the active ${things} of one programme to others, all or none; with \`check\` it only tells what would be copied`,
    copyForm,
    done({ programmes: v.array(copied) }),
  );

export type CopyCall = ReturnType<typeof copyToProgrammes<string>>;
