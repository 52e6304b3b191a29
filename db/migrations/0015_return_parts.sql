ALTER TABLE "refunds" ADD COLUMN "goods_cents" integer, ADD COLUMN "shipping_cents" integer, ADD COLUMN "tax_cents" integer;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_without_parts" ON "refunds" USING btree ("created_at") WHERE "refunds"."tax_cents" is null and "refunds"."status" <> 'failed';--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "goods_cents" integer, ADD COLUMN "shipping_cents" integer, ADD COLUMN "tax_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "returned_shipping_cents" integer, ADD COLUMN "returned_tax_cents" integer;
