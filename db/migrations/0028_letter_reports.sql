CREATE INDEX CONCURRENTLY "checkouts_exit_offers" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."exit_code_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_kind" ON "mails" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "letters_newest" ON "letters" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "letters_recipient" ON "letters" USING btree ("recipient_id","kind","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "email_captures_newest" ON "email_captures" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "email_captures_told" ON "email_captures" USING btree ("told_at") WHERE "email_captures"."told_at" > "email_captures"."created_at";