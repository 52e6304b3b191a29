CREATE TYPE "public"."return_status" AS ENUM('requested', 'received', 'refunded', 'declined');--> statement-breakpoint
CREATE TABLE "order_returns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"status" "return_status" DEFAULT 'requested' NOT NULL,
	"reason" text NOT NULL,
	"lines" jsonb NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "restocked_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stock_taken" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_returns_order" ON "order_returns" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_returns_one_open" ON "order_returns" USING btree ("order_id") WHERE "order_returns"."status" in ('requested', 'received');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_status" ON "orders" USING btree ("status","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_payment_status" ON "orders" USING btree ("payment_status","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_held" ON "orders" USING btree ("placed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "orders"."hold_reason" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_to_complete" ON "orders" USING btree ("delivered_at") WHERE "orders"."status" = 'delivered';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_number_search" ON "orders" USING btree ("order_number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_email_search" ON "orders" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_last_name_search" ON "orders" USING btree (lower("customer" ->> 'lastName') text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_first_name_search" ON "orders" USING btree (lower("customer" ->> 'firstName') text_pattern_ops);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_restocked_within_sold" CHECK ("order_items"."restocked_quantity" >= 0 and "order_items"."restocked_quantity" <= "order_items"."quantity") NOT VALID;--> statement-breakpoint
ALTER TABLE "order_items" VALIDATE CONSTRAINT "order_items_restocked_within_sold";