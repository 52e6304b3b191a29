-- Pages show reviews and their pictures: every process drops what it keeps when one of them changes.
CREATE TRIGGER reviews_pages_changed AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
--> statement-breakpoint
CREATE TRIGGER review_images_pages_changed AFTER INSERT OR UPDATE OR DELETE ON review_images
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
