CREATE TABLE "phone_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cart_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"email" text,
	"customer" jsonb,
	"shipping_address" jsonb,
	"items" jsonb NOT NULL,
	"taken_by" text NOT NULL,
	"sent" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL,
	"opened_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "phone_orders_cart_id_unique" UNIQUE("cart_id")
);
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "phone_order_id" uuid;--> statement-breakpoint
CREATE INDEX "phone_orders_newest" ON "phone_orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "phone_orders_email" ON "phone_orders" USING btree ("email");