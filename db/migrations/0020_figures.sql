CREATE TABLE "customer_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"is_guest" boolean NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"paid_orders" integer DEFAULT 0 NOT NULL,
	"spent_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"day" date PRIMARY KEY NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"paid_orders" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	"accounts" integer DEFAULT 0 NOT NULL,
	"guests" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_deltas" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date,
	"product_id" uuid,
	"name" text,
	"orders" integer DEFAULT 0 NOT NULL,
	"paid_orders" integer DEFAULT 0 NOT NULL,
	"accounts" integer DEFAULT 0 NOT NULL,
	"guests" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_figures" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "customer_figures_since" ON "customer_figures" USING btree ("is_guest","since","id");--> statement-breakpoint
CREATE INDEX "customer_figures_email" ON "customer_figures" USING btree ("is_guest","email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_figures_name" ON "customer_figures" USING btree ("is_guest",lower("first_name" || ' ' || "last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_figures_last_name" ON "customer_figures" USING btree ("is_guest",lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_order" ON "mails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_failed" ON "mails" USING btree ("created_at") WHERE "mails"."state" = 'failed';