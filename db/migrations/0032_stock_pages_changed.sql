-- Every checkout promises and sells units: the kept pages are told only when that changes what they can show, which is
-- whether stock is counted and how many of at most 99 units can be had.
DROP TRIGGER products_pages_changed ON products;
--> statement-breakpoint
CREATE TRIGGER products_pages_changed AFTER INSERT OR DELETE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
--> statement-breakpoint
CREATE TRIGGER products_pages_changed_row AFTER UPDATE ON products
  FOR EACH ROW WHEN (
    (OLD.on_hand IS NULL) IS DISTINCT FROM (NEW.on_hand IS NULL)
    OR least(OLD.on_hand - OLD.reserved, 99) IS DISTINCT FROM least(NEW.on_hand - NEW.reserved, 99)
    OR to_jsonb(OLD) - '{on_hand,reserved}'::text[] IS DISTINCT FROM to_jsonb(NEW) - '{on_hand,reserved}'::text[]
  )
  EXECUTE FUNCTION notify_pages_changed();
