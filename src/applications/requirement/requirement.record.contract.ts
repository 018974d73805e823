import { copyToProgrammes } from "#calendar/programme-copy/programme-copy.contract.ts";
import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, refersTo, status, usually, whole } from "#console/record/record.fields.contract.ts";

/** A paper that a programme asks its applicants for in a session. Specification 3. */
export const requirements = record({
  noun: "admission_requirement",
  one: "Requirement",
  many: "Requirements",
  page: "requirements",
  link: "/staff/requirements",
  entries: {
    session: usuallyAdmitting,
    programme: refersTo("Programme", "programme"),
    label: atLeastTwo("Label", 120),
    required: flag("Required", "Required", "Optional"),
    place: usually(whole("Place in the list", 0, 999), () => 0),
    status,
  },
  title: ["label"],
  columns: ["label", "programme", "session", "required", "place", "status"],
  sorts: ["label", "createdAt"],
  filters: ["session", "programme", "required", "status"],
  searched: "label",
  key: ["session", "programme", "label"],
});

export const copyRequirements = copyToProgrammes(requirements.noun, "requirements");
