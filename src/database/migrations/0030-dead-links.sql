-- Where payers of a smart link that is over are sent; a company's links in order; the sessions of a link.

-- An address on one of the merchant's own sites; null shows our page.
alter table smart_link add column on_dead_link text;

-- For those who see many installations: the newest page without sorting all there are.
create index smart_link_of_company on smart_link (company_id, created_at desc, link_id);

create index hosted_session_of_link on hosted_session (link_id) where link_id is not null;
