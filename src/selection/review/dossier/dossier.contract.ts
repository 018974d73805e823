import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

export const readDossier = get(
  "/staff/ms_review/:id/dossier",
  "One PDF of an application: what was submitted in words, the photograph, and every document as it was sent, what came later included; " +
    "403 for the caller's own; 429 while another is drawn for the same officer. A PDF that cannot be joined has a page that says so. Who took it stands among the exports",
  v.any(),
);
