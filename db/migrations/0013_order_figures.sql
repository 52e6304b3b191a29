CREATE TABLE "sales_day_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_days" (
	"zone" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"dimension" text NOT NULL,
	"key" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"paid_orders" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"revenue_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_days_zone_mode_day_dimension_key_pk" PRIMARY KEY("zone","mode","day","dimension","key")
);
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "device" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "disputes_by_statement" ON "disputes" USING btree ("stated_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_figure" ON "orders" USING btree ("payment_mode","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST,regexp_replace(coalesce("code" ->> 'code', ''), '-[2-9A-HJ-NP-Z]{8}$', '-*'),coalesce("source", ''),trim(coalesce("shipping_address" ->> 'country', '') || ' ' || coalesce("shipping_address" ->> 'state', '')),coalesce("device", ''));--> statement-breakpoint
CREATE FUNCTION record_changed_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_day_changes (at) VALUES (new.placed_at);
  IF tg_op = 'UPDATE' THEN
    INSERT INTO sales_day_changes (at)
    SELECT old.placed_at
    UNION SELECT created_at FROM refunds WHERE payment_intent_id = new.payment_intent_id
    UNION SELECT stated_at FROM disputes WHERE payment_intent_id = new.payment_intent_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Orders of the last hours are counted live, so placing one writes nothing more.
CREATE TRIGGER orders_sales_days AFTER INSERT ON orders FOR EACH ROW
  WHEN (new.placed_at < now() - interval '12 hours') EXECUTE FUNCTION record_changed_sale();--> statement-breakpoint
CREATE TRIGGER orders_sales_days_changed AFTER UPDATE ON orders FOR EACH ROW WHEN (
  least(old.placed_at, new.placed_at) < now() - interval '12 hours' AND (
    old.placed_at IS DISTINCT FROM new.placed_at OR old.captured_cents IS DISTINCT FROM new.captured_cents
    OR old.payment_mode IS DISTINCT FROM new.payment_mode OR old.payment_intent_id IS DISTINCT FROM new.payment_intent_id
    OR (old.payment_status = 'not_required') IS DISTINCT FROM (new.payment_status = 'not_required')
    OR old.code IS DISTINCT FROM new.code OR old.source IS DISTINCT FROM new.source
    OR old.device IS DISTINCT FROM new.device OR old.shipping_address IS DISTINCT FROM new.shipping_address)
) EXECUTE FUNCTION record_changed_sale();--> statement-breakpoint
CREATE FUNCTION record_changed_moment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'DELETE' THEN
    INSERT INTO sales_day_changes (at) VALUES ((to_jsonb(new) ->> tg_argv[0])::timestamptz);
  END IF;
  IF tg_op <> 'INSERT' THEN
    INSERT INTO sales_day_changes (at) VALUES ((to_jsonb(old) ->> tg_argv[0])::timestamptz);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_sales_days AFTER INSERT ON refunds FOR EACH ROW
  WHEN (new.created_at < now() - interval '12 hours') EXECUTE FUNCTION record_changed_moment('created_at');--> statement-breakpoint
CREATE TRIGGER refunds_sales_days_changed AFTER UPDATE OF status, amount_cents, created_at ON refunds FOR EACH ROW
  WHEN (least(old.created_at, new.created_at) < now() - interval '12 hours')
  EXECUTE FUNCTION record_changed_moment('created_at');--> statement-breakpoint
CREATE TRIGGER disputes_sales_days AFTER INSERT ON disputes FOR EACH ROW
  WHEN (new.stated_at < now() - interval '12 hours') EXECUTE FUNCTION record_changed_moment('stated_at');--> statement-breakpoint
CREATE TRIGGER disputes_sales_days_changed AFTER UPDATE OF status, amount_cents, stated_at ON disputes FOR EACH ROW
  WHEN (least(old.stated_at, new.stated_at) < now() - interval '12 hours')
  EXECUTE FUNCTION record_changed_moment('stated_at');--> statement-breakpoint
CREATE TRIGGER orders_sales_days_deleted AFTER DELETE ON orders FOR EACH ROW
  WHEN (old.placed_at < now() - interval '12 hours') EXECUTE FUNCTION record_changed_moment('placed_at');--> statement-breakpoint
CREATE TRIGGER refunds_sales_days_deleted AFTER DELETE ON refunds FOR EACH ROW
  WHEN (old.created_at < now() - interval '12 hours') EXECUTE FUNCTION record_changed_moment('created_at');--> statement-breakpoint
CREATE TRIGGER disputes_sales_days_deleted AFTER DELETE ON disputes FOR EACH ROW
  WHEN (old.stated_at < now() - interval '12 hours') EXECUTE FUNCTION record_changed_moment('stated_at');
