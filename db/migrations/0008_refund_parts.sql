ALTER TABLE "refunds" ADD COLUMN "parts" jsonb;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_returns_newest" ON "order_returns" USING btree ("requested_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_returns_by_status" ON "order_returns" USING btree ("status","requested_at" DESC NULLS LAST,"id" DESC NULLS LAST);