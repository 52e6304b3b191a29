-- Connections to other services that the owner enters in the admin: payment keys, and email
-- server with sender. Values are sealed with SESSION_SECRET.
CREATE TABLE "connections" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"hint" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
