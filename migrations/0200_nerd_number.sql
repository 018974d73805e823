-- Numbers of NERD that differ by their spaces and hyphens alone are one number, and an index holds below that it stands once.
-- Of such a pair the one that was checked, else deposited, first keeps it. The others say that they are doubles, and their deposits are
-- returned to be mended, also what was checked: one proof is not two people's.
alter table portal.project disable trigger project_guard;
with doubled as (
  select _id, row_number() over (partition by regexp_replace(lower(nerd), '[^a-z0-9]', '', 'g')
    order by "checkedAt" nulls last, "depositedAt" nulls last, _id) as nth
  from portal.project where nerd is not null
), parted as (
  update portal.project p set nerd = left(p.nerd, 40) || ' (double ' || left(p._id::text, 8) || ')',
    state = case when p.state in ('Deposited', 'Checked') then 'Deposit returned' else p.state end, checkedby = null, "checkedAt" = null,
    reason = 'Another project has this NERD number. Write your own, as it stands on your proof',
    version = p.version + 1, "updatedAt" = now()
  from doubled where doubled._id = p._id and doubled.nth > 1
  returning p._id, p.state, p.title, p.reason
)
insert into portal.project_step (_id, project, state, title, reason)
select gen_random_uuid(), _id, state, title, reason from parted where state = 'Deposit returned';
alter table portal.project enable trigger project_guard;

-- One number of NERD is one, however its figures are parted: "NERD 77" and "NERD-77" are the same proof.
drop index portal.project_nerd;
create unique index project_nerd on portal.project (regexp_replace(lower(nerd), '[^a-z0-9]', '', 'g'));
