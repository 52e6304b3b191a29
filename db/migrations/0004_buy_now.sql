ALTER TABLE "carts" ADD COLUMN "buyer" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "carts_buyer" ON "carts" USING btree ("buyer");