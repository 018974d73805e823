import * as v from "valibot";
import { utcMinute } from "#console/record/record.minute.contract.ts";
import { type Audience, byProgramme } from "./notification.audience.contract.ts";
import { composeForm } from "./notification.contract.ts";

/** What the controls of the composer hold. */
export interface Typed {
  readonly to: {
    readonly audience: Audience | "";
    readonly session: string;
    readonly programmes: readonly string[];
    readonly stages: readonly string[];
    readonly person: string;
  };
  readonly title: string;
  readonly post: string;
  readonly channel: string;
  /** As a native box holds it, in Lagos. */
  readonly sendAt: string;
}

/** What the wire takes: of an audience what that audience asks for, and the minute in UTC. */
export function wireOf({ to, sendAt, ...told }: Typed) {
  const { audience, session, programmes, stages, person } = to;
  return {
    ...told,
    to: {
      audience: audience as Audience,
      ...(audience === "One person" ? { person } : { session }),
      ...(byProgramme(audience) && programmes.length > 0 && { programmes: [...programmes] }),
      ...(audience === "At a stage of the desk" && stages.length > 0 && { stages: [...stages] }),
    },
    ...(sendAt !== "" && { sendAt: utcMinute(sendAt) }),
  } as v.InferInput<typeof composeForm>;
}

/** The rules of the wire, for what the controls hold. */
export const typedForm = v.pipe(
  v.custom<Typed>(() => true),
  v.transform(wireOf),
  composeForm,
);
