CREATE TABLE "balance_imports" (
	"mode" text PRIMARY KEY NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone,
	"after_id" text,
	"read_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "balance_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"category" text NOT NULL,
	"source_id" text,
	"payment_intent_id" text,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"booked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_mode" text;--> statement-breakpoint
CREATE INDEX "balance_transactions_booked" ON "balance_transactions" USING btree ("mode","booked_at","id");--> statement-breakpoint
CREATE INDEX "balance_transactions_payment" ON "balance_transactions" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_without_mode" ON "orders" USING btree ("placed_at") WHERE "orders"."payment_mode" is null and "orders"."captured_cents" > 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_by_creation" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
-- in batches
-- Orders of other payments are marked by the job, once the provider's records name them.
UPDATE "orders" SET "payment_mode" = 'sandbox' WHERE "id" IN (
  SELECT o."id" FROM "orders" o JOIN "sandbox_intents" i ON i."id" = o."payment_intent_id"
  WHERE o."payment_mode" IS NULL AND o."captured_cents" > 0 LIMIT 1000
);
