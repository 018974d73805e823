/** Where the way to an open session is. */
export const SET_UP = "/staff/settings/set-up";
