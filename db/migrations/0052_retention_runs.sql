CREATE TABLE "retention_runs" (
	"part" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_complete" boolean NOT NULL,
	"complete_at" timestamp with time zone DEFAULT now() NOT NULL
);
