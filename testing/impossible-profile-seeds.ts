const profile = `insert into portal.result_profile (_id, name, description) values (gen_random_uuid(), 'Lost', 'Lost')`;

/** What must never be of the rule-book. */
export const profileSeeds: Readonly<Record<string, string | readonly string[]>> = {
  "graded-by-gaps": [
    profile,
    `insert into portal.score_band (_id, profile, "from", "to", point, grade)
      select gen_random_uuid(), p._id, 0, 99, 1, 'E' from portal.result_profile p where p.name = 'Lost'`,
    `insert into portal.result_profile_use (_id, session, profile)
      select gen_random_uuid(), s._id, p._id from portal.session s, portal.result_profile p where p.name = 'Lost' limit 1`,
  ],
  "steps-out-of-order": [
    "insert into portal.step (_id, level, semester, step) values (gen_random_uuid(), 900, 1, 2), (gen_random_uuid(), 900, 2, 1)",
  ],
};
