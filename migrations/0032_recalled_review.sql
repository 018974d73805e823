-- A recalled offer leaves its file where the desk had it: recommended only where a recommendation stands, else in checking.

alter table portal.review_edge disable trigger review_edge_fixed;
insert into portal.review_edge (fromstate, tostate) values ('Offered', 'Checking'), ('Lapsed', 'Checking');
alter table portal.review_edge enable trigger review_edge_fixed;

create or replace function portal.review_follows_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update portal.review set state = 'Offered', version = version + 1, "updatedAt" = now() where _id = new.application;
  elsif tg_op = 'DELETE' then
    update portal.review set version = version + 1, "updatedAt" = now(),
      state = case when exists (select from portal.recommendation_standing s
        where s.application = old.application and s.decision = 'Recommended') then 'Recommended' else 'Checking' end
    where _id = old.application;
  elsif new."lapsedAt" is not null and old."lapsedAt" is null then
    update portal.review set state = 'Lapsed', version = version + 1, "updatedAt" = now()
    where _id = new.application and state = 'Offered';
  elsif new."lapsedAt" is null and old."lapsedAt" is not null then
    update portal.review set state = 'Offered', version = version + 1, "updatedAt" = now()
    where _id = new.application and state = 'Lapsed';
  end if;
  return null;
end $$;

-- Files that a recall has left recommended by nobody.
update portal.review set state = 'Checking', version = version + 1, "updatedAt" = now()
where state = 'Recommended'
  and not exists (select from portal.recommendation_standing s where s.application = review._id);

-- A member of staff who applied is found by phone and names, so that lists leave the own file out.
create index applicant_by_phone on portal.applicant (phonenumber);
