CREATE TABLE "payments_to_forget" (
	"payment_intent_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
