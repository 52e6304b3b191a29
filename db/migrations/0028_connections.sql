-- Connections to other services that the owner enters in the admin: payment keys, and email
-- server with sender. Values are sealed with SESSION_SECRET. Each process puts a change in force at once.
CREATE TABLE "connections" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"hint" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION notify_connections_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('connections_changed', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER connections_changed AFTER INSERT OR DELETE OR UPDATE ON connections
  FOR EACH STATEMENT EXECUTE FUNCTION notify_connections_changed();
