CREATE INDEX CONCURRENTLY "user_roles_team" ON "user_roles" USING btree ("role") WHERE "user_roles"."role" <> 'customer';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_entries_search" ON "audit_entries" USING gin (search_fold(coalesce("subject", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "checkouts_left" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."state" = 'expired';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "checkouts_with_client_address" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."visitor_ip" <> '' and "checkouts"."state" in ('expired', 'completed');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "discount_codes_by_end" ON "discount_codes" USING btree ("ends_at" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "discount_codes_demo" ON "discount_codes" USING btree ("id") WHERE "discount_codes"."demo_only" and "discount_codes"."is_active";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "discount_codes_search" ON "discount_codes" USING gin (search_fold(coalesce("code", '') || ' ' || coalesce("name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "discount_codes_newest" ON "discount_codes" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_search" ON "mails" USING gin (search_fold(coalesce("to_address", '') || ' ' || coalesce("subject", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_with_recipient" ON "mails" USING btree ("created_at") WHERE "mails"."to_address" <> '' and "mails"."state" <> 'queued';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_by_sending" ON "mails" USING btree ("sent_at") WHERE "mails"."state" = 'sent';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "automation_emails_by_creation" ON "automation_emails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "automation_recipients_by_creation" ON "automation_recipients" USING btree ("created_at") WHERE "automation_recipients"."stopped_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "automation_recipients_stopped" ON "automation_recipients" USING btree ("stopped_at") WHERE "automation_recipients"."stopped_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "email_captures_search" ON "email_captures" USING gin (search_fold(coalesce("email", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_items_by_price" ON "order_items" USING btree ("product_id","unit_price_cents");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_delivery" ON "orders" USING btree ("delivered_at") WHERE "orders"."delivered_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_succeeded" ON "refunds" USING btree ("updated_at") WHERE "refunds"."status" = 'succeeded';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "phone_orders_with_contact" ON "phone_orders" USING btree ("expires_at") WHERE "phone_orders"."email" is not null;--> statement-breakpoint
-- An index of an expression has no statistics until its table is analyzed, which is rare for a big one.
ANALYZE "mails";--> statement-breakpoint
ANALYZE "discount_codes";--> statement-breakpoint
ANALYZE "email_captures";--> statement-breakpoint
ANALYZE "audit_entries";