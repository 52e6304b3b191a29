-- Every checkout promises and sells units while others wait for the product: what a change of stock cannot change is not compared then.
DROP TRIGGER products_pages_changed_row ON products;
--> statement-breakpoint
CREATE TRIGGER products_pages_changed_stock AFTER UPDATE OF on_hand, reserved ON products
  FOR EACH ROW WHEN (
    (OLD.on_hand IS NULL) IS DISTINCT FROM (NEW.on_hand IS NULL)
    OR least(OLD.on_hand - OLD.reserved, 99) IS DISTINCT FROM least(NEW.on_hand - NEW.reserved, 99)
  )
  EXECUTE FUNCTION notify_pages_changed();
--> statement-breakpoint
CREATE TRIGGER products_pages_changed_row
  AFTER UPDATE OF id, name, description, price_cents, sale_price_cents, reference_price_cents, image_url, features,
    specifications, is_active, created_at ON products
  FOR EACH ROW WHEN (
    to_jsonb(OLD) - '{on_hand,reserved}'::text[] IS DISTINCT FROM to_jsonb(NEW) - '{on_hand,reserved}'::text[]
  )
  EXECUTE FUNCTION notify_pages_changed();
