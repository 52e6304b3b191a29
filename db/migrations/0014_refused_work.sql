CREATE TABLE "refused_work" (
	"job" text NOT NULL,
	"subject" text NOT NULL,
	"title" text NOT NULL,
	"reason" text NOT NULL,
	"path" text NOT NULL,
	"refused_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refused_work_job_subject_pk" PRIMARY KEY("job","subject")
);
--> statement-breakpoint
ALTER TABLE "job_runs" ADD COLUMN "stuck_since" timestamp with time zone;