-- Whether rules are set, so that the office can list and filter by it.
alter table portal.intake
  add column hasrules boolean not null generated always as (entryrules ? 'olevel') stored;
create index intake_by_rules on portal.intake (hasrules, "createdAt", _id);
