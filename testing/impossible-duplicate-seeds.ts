const pair = (
  state: string,
) => `insert into portal.duplicate_pair (_id, one, other, reasons, points, state, kept, gone, reason,
    decidedby, "decidedAt", proposedby, "proposedAt", proposal)
  select gen_random_uuid(), a.ids[1], a.ids[2], 'Lost', 50, ${state}, a.ids[1], a.ids[2], 'Lost', s._id, now(), s._id, now(), 'Lost'
  from (select array_agg(_id order by _id) as ids from portal.applicant) a, (select _id from portal.staff limit 1) s`;

export const duplicateSeeds = {
  "duplicate-not-locked": pair("'Locked'"),
  "duplicate-merged-by-one": [
    "alter table portal.duplicate_pair drop constraint duplicate_pair_two_people",
    pair("'Merged'"),
    "insert into portal.account_lock (applicant) select gone from portal.duplicate_pair",
  ],
};
