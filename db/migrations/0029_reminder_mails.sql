-- A reminder's mail names its letter from now on; of earlier ones the link into the cart tells which it was.
update mails set cause = split_part(content -> 'data' ->> 'resumeUrl', '/resume/', 2)
where kind = 'abandoned_checkout' and cause = '' and content -> 'data' ->> 'resumeUrl' like '%/resume/%';
