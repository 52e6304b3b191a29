CREATE TABLE "content_documents" (
	"key" text PRIMARY KEY NOT NULL,
	"draft" jsonb,
	"revision" integer DEFAULT 0 NOT NULL,
	"draft_by" text,
	"draft_at" timestamp with time zone,
	"published" jsonb,
	"publish_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "content_picture_files" (
	"picture_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "content_picture_files_picture_id_name_pk" PRIMARY KEY("picture_id","name")
);
--> statement-breakpoint
CREATE TABLE "content_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"body" jsonb,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_picture_files" ADD CONSTRAINT "content_picture_files_picture_id_content_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."content_pictures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_versions_key" ON "content_versions" USING btree ("key","id");--> statement-breakpoint
-- Drafts are seen by their editors only; what is published, by everyone.
CREATE TRIGGER content_documents_pages_changed AFTER UPDATE OF published ON content_documents
  FOR EACH ROW WHEN (old.published IS DISTINCT FROM new.published) EXECUTE FUNCTION notify_pages_changed();
