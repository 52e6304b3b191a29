CREATE TABLE "team_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"text" text NOT NULL,
	"author_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_tags" (
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "team_tags_subject_kind_subject_id_tag_pk" PRIMARY KEY("subject_kind","subject_id","tag")
);
--> statement-breakpoint
CREATE INDEX "team_notes_subject" ON "team_notes" USING btree ("subject_kind","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "team_tags_by_tag" ON "team_tags" USING btree ("subject_kind","tag","subject_id");