import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { privacyNoticeCalls } from "#identity/privacy-notice/privacy-notice.server.ts";
import { bannerNoun } from "#support/banner/banner.server.ts";
import { dataBreachNoun } from "#support/data-breach/data-breach.server.ts";
import { fileOpeningNoun } from "#support/file-opening/file-opening.server.ts";
import { formFailureNoun } from "#support/form-failure/form-failure.server.ts";
import { impossibleStateNoun } from "#support/impossible-state/impossible-state.server.ts";
import { notificationNoun } from "#support/notification/notification.server.ts";
import { nudgeNoun } from "#support/nudge/nudge.server.ts";
import { ownDataNoun } from "#support/own-data/own-data.server.ts";
import { processingRecordNoun } from "#support/processing-record/processing-record.server.ts";
import { retentionNoun } from "#support/retention/retention.server.ts";
import { statusNoun } from "#support/status/status.server.ts";
import { templateDeskNoun } from "#support/template-desk/template-desk.server.ts";
import { translationNoun } from "#support/translation/translation.server.ts";

/** The nouns of support that take nothing of a higher one. */
export const supportNouns: readonly Noun[] = [
  bannerNoun,
  dataBreachNoun,
  fileOpeningNoun,
  statusNoun,
  formFailureNoun,
  notificationNoun,
  nudgeNoun,
  impossibleStateNoun,
  ownDataNoun,
  { name: "privacy-notice", calls: (app) => privacyNoticeCalls(app, () => readSetting(app.portal.db, "dataOfficer")) },
  processingRecordNoun,
  retentionNoun,
  templateDeskNoun,
  translationNoun,
];
