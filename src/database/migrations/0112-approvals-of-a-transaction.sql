-- The details of a transaction show the requests that wait on it.
create index approval_request_object on approval_request (company_id, object_id) where state = 'PENDING';
