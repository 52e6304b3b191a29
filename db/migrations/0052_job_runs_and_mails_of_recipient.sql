CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"every_seconds" integer,
	"succeeded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_queued_of_recipient" ON "mails" USING btree ("to_address","created_at") WHERE "mails"."state" = 'queued';