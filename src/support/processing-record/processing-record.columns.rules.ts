/**
 * What a column of text, of a day or of a document may say of a person, by its name, which means the same in every table. Keys, numbers,
 * yes or no, and moments say nothing by themselves. A test holds these lists against the database: a new name without a class fails.
 */

/** Names, addresses, numbers and marks by which a person is found. */
export const identifyingColumns: readonly string[] = [
  ...["address", "agent", "applicationcode", "bankreference", "browser", "cells", "dateofbirth", "device"],
  ...["emailaddress", "examinationnumber", "firstname", "foldernumber", "fullname", "gender", "gonematric"],
  ...["gonename", "homeaddress", "jamb", "keptmatric", "keptname", "lastname", "maritalstatus", "matric"],
  ...["middlename", "narration", "network", "newaddress", "newmatric", "newname", "oldaddress", "payer"],
  ...["payeremail", "payername", "payerphone", "phonenumber", "recipient", "rrr", "search", "serial", "towhom"],
];

/** Sensitive personal data: no list and no export has it but for whoever holds a right of its own. Section 30. */
export const sensitiveColumns: readonly string[] = [...["religion"]];

/** What nobody reads, not even its owner: kept as a hash or sealed. */
export const secretColumns: readonly string[] = [
  ...["fingerprint", "link", "nonce", "password", "pendingfactor", "secondfactor", "secret", "token"],
];

/** Words that somebody typed, and copies of what was typed: they may name anybody. */
export const wordColumns: readonly string[] = [
  ...["attempts"],
  ...["about", "after", "answer", "before", "body", "call", "condition", "content", "data", "description", "done"],
  ...["endedwhy", "entrywords", "field", "filter", "finaltitle", "found", "goesto", "grades", "here", "how"],
  ...["items", "key", "lacks", "lifting", "lines", "looked", "name", "named", "newvalue", "note", "oldvalue"],
  ...["papers", "post", "query", "question", "reason", "reasons", "refusal", "remark", "reply", "results"],
  ...["revokedwhy", "said", "says", "scores", "sentence", "snapshot", "stays", "stopped", "subject", "teller"],
  ...["terms", "text", "there", "title", "told", "trouble", "unpaidwhy", "utmesubjects", "value", "verdict"],
  ...["voucher", "what", "why", "words"],
];

/** States, kinds, codes and days of the work. */
export const plainColumns: readonly string[] = [
  ...["record", "row"],
  ...["classes", "departments", "payments", "programmes", "supervised"],
  ...["account", "actor", "actorkind", "alike", "allows", "answerby", "askedon", "audience", "awaiting", "award"],
  ...["bank", "blocks", "channel", "checkedon", "choices", "code", "code2", "conditiondue", "conferredon"],
  ...["contact", "course", "creditused", "date", "day", "decision", "deed", "despite", "digest", "document"],
  ...["dropping", "due", "dueon", "effective", "end", "entrystanding", "examinationcenter", "examinationtype"],
  ...["examinationyear", "failed", "filename", "fromday", "fromstate", "fromstatus", "held", "instalments"],
  ...["kind", "label", "lastday", "leftopen", "lga", "lgaoforigin", "lgaofresidence", "mediatype", "merit", "met"],
  ...["minutes", "moduletype", "need", "nerd", "noun", "number", "offered", "office", "orderid", "outcome"],
  ...["owedsince", "paidon", "paidouton", "passclass", "promised", "proposal", "purpose", "qualification"],
  ...["quota", "recalled", "reference", "releasing", "request", "returnon", "rule", "school", "scope", "scored"],
  ...["serviceID", "serviceid", "servicetypeid", "sha256", "signed", "source", "sponsor", "stages", "standing"],
  ...["start", "state", "statement", "stateoforigin", "stateofresidence", "status", "step", "steps", "strength"],
  ...["subjects", "surplus", "takenby", "takingback", "template", "tostate", "turn", "turnoffice", "type"],
  ...["until", "untilday", "validuntil", "version", "wascode", "way"],
];
