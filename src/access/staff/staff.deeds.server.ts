/** What is done to a member of staff, as the history says it. Signing in and out would bury the rest. */
export const staffDeeds: Readonly<Record<string, string | null>> = {
  "staff.leave": "Lost every group, right and office",
  "staff.first": "Made the first administrator",
  "staff-account.invite": "Sent a link to choose a password",
  "staff-password.mail-invitation": null,
  "staff-password.mail-link": null,
  "staff-password.reset": "Password chosen by a link",
  "staff-password.change": "Password changed",
  "second-factor.begin": null,
  "second-factor.turn-on": "Second factor turned on",
  "second-factor.turn-off": "Second factor turned off",
  "second-factor.drop": "Second factor taken away",
  "staff-session.open": null,
  "staff-session.end": null,
  "staff-session.end-others": null,
  "staff-session.end-all": "Signed out everywhere",
};
