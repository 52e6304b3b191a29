CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_queued" ON "mails" USING btree ("kind") WHERE "mails"."state" = 'queued';