-- Mails from before their links were sealed: what is out is not kept.
UPDATE "mails" SET "content" = NULL, "html" = NULL, "text" = NULL
  WHERE "kind" IN ('verify_email', 'reset_password') AND "state" <> 'queued' AND "content" #>> '{data,url}' LIKE 'http%';
