import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { checkbox, optionalField, versionField } from '#platform/http/form-fields.server.ts';

/** Max length of a prefix, which has to fit into a file name and a cell. */
const prefixMax = 20;

/**
 * Prefix of numbers. Its last character is no digit, so that prefix and number can be told apart.
 * Without characters that a file name, a spreadsheet or a PDF would take for something else.
 */
const prefix = z
  .string()
  .default('')
  .refine((typed) => typed.length <= prefixMax, `Use at most ${prefixMax} characters`)
  .refine((typed) => /^[A-Za-z\d._/-]*$/.test(typed), 'Use only letters A to Z, digits and the characters - . / _')
  .refine((typed) => /^($|[A-Za-z\d])/.test(typed), 'Begin with a letter or a digit')
  .refine((typed) => !/\d$/.test(typed), 'End with a character that isn’t a digit, such as “-”');

/** Max number that can be typed. */
const numberMax = 9_999_999;

function readNumber(typed: string): number | null {
  const number = /^\d{1,7}$/.test(typed) ? Number(typed) : 0;
  return number >= 1 && number <= numberMax ? number : null;
}

/** Next number of a series; null keeps it. */
const nextNumber = optionalField(readNumber, 'Enter a whole number from 1 to 9,999,999, or leave it empty');

/** Schema of the form that switches gapless numbers on and off. */
export const invoiceNumberingInput = z
  .object({
    isOn: checkbox,
    invoicePrefix: prefix,
    nextInvoice: nextNumber,
    creditNotePrefix: prefix,
    nextCreditNote: nextNumber,
    /** True once the owner agreed to leave numbers out. */
    sure: checkbox,
    version: versionField,
  })
  .refine(({ invoicePrefix, creditNotePrefix }) => invoicePrefix.toLowerCase() !== creditNotePrefix.toLowerCase(), {
    path: ['creditNotePrefix'],
    message: 'Use a different prefix than for invoices',
  });

export type InvoiceNumberingInput = z.infer<typeof invoiceNumberingInput>;

export const invoiceNumberingRefusals = {
  changed_meanwhile: editConflictMessage,
  invoice_prefix_used: 'Credit notes already used this prefix. Choose another one.',
  credit_note_prefix_used: 'Invoices already used this prefix. Choose another one.',
  invoice_prefix_of_orders: 'Invoices based on order numbers use this prefix. Choose another one.',
  credit_note_prefix_of_orders: 'Credit notes based on order numbers use this prefix. Choose another one.',
  invoice_given: 'This number was already used. Enter a higher number.',
  credit_note_given: 'This number was already used. Enter a higher number.',
  leaves_out: 'This skips unused numbers permanently. Check the box to confirm, then save again.',
};
