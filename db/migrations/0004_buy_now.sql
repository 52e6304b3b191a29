ALTER TABLE "carts" ADD COLUMN "buyer" text;--> statement-breakpoint
CREATE INDEX "carts_buyer" ON "carts" USING btree ("buyer");