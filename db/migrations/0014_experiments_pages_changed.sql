CREATE TRIGGER experiments_pages_changed AFTER INSERT OR UPDATE OR DELETE ON experiments
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
