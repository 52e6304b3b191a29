-- Every price is written down, whoever changes it: a reduction is compared with what was really asked before.
CREATE FUNCTION note_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.price_cents <> OLD.price_cents OR NEW.sale_price_cents IS DISTINCT FROM OLD.sale_price_cents THEN
    INSERT INTO price_changes (product_id, price_cents, sale_price_cents)
    VALUES (NEW.id, NEW.price_cents, NEW.sale_price_cents);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_price_noted AFTER INSERT OR UPDATE OF price_cents, sale_price_cents ON products
  FOR EACH ROW EXECUTE FUNCTION note_price();
--> statement-breakpoint
INSERT INTO price_changes (product_id, price_cents, sale_price_cents, at)
SELECT id, price_cents, sale_price_cents, created_at FROM products;
--> statement-breakpoint
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_moves_append_only BEFORE UPDATE OR DELETE ON stock_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER price_changes_append_only BEFORE UPDATE OR DELETE ON price_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
-- Public pages show them: every process drops what it keeps.
CREATE TRIGGER product_images_pages_changed AFTER INSERT OR UPDATE OR DELETE ON product_images
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
--> statement-breakpoint
CREATE TRIGGER shop_settings_pages_changed AFTER INSERT OR UPDATE OR DELETE ON shop_settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
