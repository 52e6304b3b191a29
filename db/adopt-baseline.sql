-- Gives a database of the last version before the baseline the baseline's names.
-- Run once by src/platform/db/adopt-baseline.server.ts.
alter table letters rename to automation_emails;
alter table letter_recipients rename to automation_recipients;
alter index letters_newest rename to automation_emails_newest;
alter index letters_recipient rename to automation_emails_recipient;
alter table automation_emails rename constraint letters_one_per_cause to automation_emails_one_per_cause;
alter table automation_emails rename constraint letters_pkey to automation_emails_pkey;
alter table automation_emails rename constraint letters_recipient_id_letter_recipients_id_fk to automation_emails_recipient_id_automation_recipients_id_fk;
alter table automation_recipients rename constraint letter_recipients_pkey to automation_recipients_pkey;
alter table automation_recipients rename constraint letter_recipients_address_hash_unique to automation_recipients_address_hash_unique;
alter function note_price() rename to record_price_change;
alter trigger products_price_noted on products rename to products_price_changed;
alter function keep_order_figures() rename to update_order_figures;
alter function keep_account_figures() rename to update_account_figures;
alter function keep_name_figures() rename to update_name_figures;
