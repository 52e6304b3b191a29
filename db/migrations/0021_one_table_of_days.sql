-- The days are counted again by the job, with the new columns. Until then they are read live.
DROP TRIGGER "orders_sales_days" ON "orders";--> statement-breakpoint
DROP TRIGGER "orders_sales_days_changed" ON "orders";--> statement-breakpoint
DROP TRIGGER "orders_sales_days_deleted" ON "orders";--> statement-breakpoint
DROP TRIGGER "refunds_sales_days" ON "refunds";--> statement-breakpoint
DROP TRIGGER "refunds_sales_days_changed" ON "refunds";--> statement-breakpoint
DROP TRIGGER "refunds_sales_days_deleted" ON "refunds";--> statement-breakpoint
DROP TRIGGER "disputes_sales_days" ON "disputes";--> statement-breakpoint
DROP TRIGGER "disputes_sales_days_changed" ON "disputes";--> statement-breakpoint
DROP TRIGGER "disputes_sales_days_deleted" ON "disputes";--> statement-breakpoint
-- accepted: its triggers are dropped above
DROP FUNCTION record_changed_sale();--> statement-breakpoint
-- accepted: its triggers are dropped above
DROP FUNCTION record_changed_moment();--> statement-breakpoint
DROP MATERIALIZED VIEW "public"."sales_by_day";--> statement-breakpoint
DROP MATERIALIZED VIEW "public"."sales_by_product";--> statement-breakpoint
-- accepted: only the page of the figures read it
DROP TABLE "sales_day_changes";--> statement-breakpoint
-- accepted: no sale writes to it
TRUNCATE "sales_days";--> statement-breakpoint
ALTER TABLE "sales_days" DROP CONSTRAINT "sales_days_zone_mode_day_dimension_key_pk";--> statement-breakpoint
-- accepted: it is empty
ALTER TABLE "sales_days" ADD CONSTRAINT "sales_days_pk" PRIMARY KEY("zone","mode","dimension","day","key");--> statement-breakpoint
-- accepted: it is empty, and no sale writes to it
ALTER TABLE "sales_days" RENAME COLUMN "revenue_cents" TO "gross_cents";--> statement-breakpoint
ALTER TABLE "sales_days" ADD COLUMN "shipping_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_days" ADD COLUMN "tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_days" ADD COLUMN "disputed_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_days" ADD COLUMN "refunded_tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_days" ADD COLUMN "disputed_tax_cents" bigint DEFAULT 0 NOT NULL;
