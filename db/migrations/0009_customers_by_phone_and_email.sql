CREATE INDEX CONCURRENTLY "profiles_search_by_phone" ON "profiles" USING gin (translate(coalesce("phone", ''), ' ()+./-', '') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_figures_newest" ON "customer_figures" USING btree ("since","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contact_messages_email" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reviews_customer" ON "reviews" USING btree ("customer_id") WHERE "reviews"."customer_id" is not null;