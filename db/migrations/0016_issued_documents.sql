ALTER TABLE "order_documents" ADD COLUMN "original_id" uuid;--> statement-breakpoint
ALTER TABLE "order_documents" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "order_documents" ADD COLUMN "contact" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "order_documents_first_invoice" ON "order_documents" USING btree ("order_id") WHERE "order_documents"."kind" = 'invoice' and "order_documents"."original_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "order_documents_waiting_correction" ON "order_documents" USING btree ("original_id") WHERE "order_documents"."number" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_documents_unwritten" ON "order_documents" USING btree ("id") WHERE "order_documents"."number" is not null and "order_documents"."content" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY "order_documents_one_invoice";--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_refund" CHECK (("order_documents"."kind" = 'credit_note' and "order_documents"."original_id" is null) = ("order_documents"."refund_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_documents" VALIDATE CONSTRAINT "order_documents_refund";--> statement-breakpoint
ALTER TABLE "order_documents" DROP CONSTRAINT "order_documents_kind";--> statement-breakpoint
CREATE FUNCTION keep_issued_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.number IS NULL THEN
    RETURN coalesce(new, old);
  END IF;
  IF tg_op = 'UPDATE' THEN
    IF to_jsonb(new) - 'content' - 'contact' = to_jsonb(old) - 'content' - 'contact'
      AND (old.content IS NULL OR new.content = old.content)
      AND (old.content IS NULL OR new.contact IS NULL OR new.contact = old.contact) THEN
      RETURN new;
    END IF;
  END IF;
  RAISE EXCEPTION 'the document % % % is issued: it is neither changed nor deleted', old.mode, old.kind, old.number;
END $$;--> statement-breakpoint
CREATE TRIGGER order_documents_issued_stays BEFORE UPDATE OR DELETE ON order_documents FOR EACH ROW EXECUTE FUNCTION keep_issued_document();
