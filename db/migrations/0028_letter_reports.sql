CREATE INDEX "checkouts_exit_offers" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."exit_code_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_kind" ON "mails" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "letters_newest" ON "letters" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "letters_recipient" ON "letters" USING btree ("recipient_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "email_captures_newest" ON "email_captures" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "email_captures_told" ON "email_captures" USING btree ("told_at") WHERE "email_captures"."told_at" > "email_captures"."created_at";