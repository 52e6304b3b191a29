ALTER TABLE "checkouts" ADD COLUMN "next_check_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "payment_unknown_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "checkouts_live_by_check" ON "checkouts" USING btree ("next_check_at") WHERE "checkouts"."state" in ('open', 'awaiting_payment', 'payment_processing');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "checkouts_payment_unknown" ON "checkouts" USING btree ("payment_unknown_at") WHERE "checkouts"."payment_unknown_at" is not null;