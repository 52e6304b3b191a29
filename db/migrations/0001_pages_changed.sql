-- Public pages are kept in memory by every process: what they show tells all of them when it changes.
CREATE FUNCTION notify_pages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('pages_changed', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_pages_changed AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
--> statement-breakpoint
CREATE TRIGGER shipping_options_pages_changed AFTER INSERT OR UPDATE OR DELETE ON shipping_options
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
