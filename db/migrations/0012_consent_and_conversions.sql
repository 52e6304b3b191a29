CREATE TYPE "public"."conversion_state" AS ENUM('waiting', 'sent', 'failed');--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" text NOT NULL,
	"ads" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreed_visits" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"source_url" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"event_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"state" "conversion_state" DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversions_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE INDEX "conversions_state" ON "conversions" USING btree ("state");