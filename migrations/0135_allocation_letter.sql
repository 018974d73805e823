-- Since when a member of staff has the status, and the letter by which the college tells a lecturer what to teach.

alter table portal.staff add "statusAt" timestamptz not null default now();
update portal.staff set "statusAt" = "updatedAt";

create function portal.mark_staff_status() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    new."statusAt" := now();
  end if;
  return new;
end $$;
create trigger staff_status_marked before update of status on portal.staff
  for each row execute function portal.mark_staff_status();

-- What it lists is looked up when it is printed or checked.
create table portal.allocation_letter (
  _id uuid primary key,
  staff uuid not null constraint allocation_letter_staff references portal.staff,
  session uuid not null constraint allocation_letter_session references portal.session,
  issuedby uuid not null constraint allocation_letter_issuedby references portal.staff,
  "createdAt" timestamptz not null default now(),
  constraint allocation_letter_once unique (staff, session)
);
