CREATE TABLE "security_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "security_events_once_an_hour" UNIQUE("kind","subject","account_id","source","hour")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "security_events_kind" ON "security_events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_events_last" ON "security_events" USING btree ("last_at");