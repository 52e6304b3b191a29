CREATE INDEX CONCURRENTLY "customer_figures_by_orders" ON "customer_figures" USING btree ("orders","since","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_figures_by_spent" ON "customer_figures" USING btree ("spent_cents","since","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contact_messages_newest" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_by_recipient" ON "mails" USING btree ("to_address" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_status" ON "orders" USING btree ("status" DESC NULLS LAST,"placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_payment" ON "orders" USING btree ("payment_status" DESC NULLS LAST,"placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_total" ON "orders" USING btree ("total_cents" DESC NULLS LAST,"placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_status";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_payment_status";