ALTER TABLE "price_changes" ADD COLUMN "reference_price_cents" integer;--> statement-breakpoint
ALTER TABLE "order_returns" ADD COLUMN "label_url" text;--> statement-breakpoint
ALTER TABLE "order_returns" ADD COLUMN "label_sent_at" timestamp with time zone;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.price_cents <> OLD.price_cents OR NEW.sale_price_cents IS DISTINCT FROM OLD.sale_price_cents THEN
    INSERT INTO price_changes (product_id, price_cents, sale_price_cents, reference_price_cents)
    VALUES (NEW.id, NEW.price_cents, NEW.sale_price_cents, NEW.reference_price_cents);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TABLE price_changes DISABLE TRIGGER price_changes_append_only;
--> statement-breakpoint
UPDATE price_changes SET reference_price_cents = products.reference_price_cents
FROM products
WHERE price_changes.id = (SELECT max(newest.id) FROM price_changes newest WHERE newest.product_id = products.id);
--> statement-breakpoint
ALTER TABLE price_changes ENABLE TRIGGER price_changes_append_only;
