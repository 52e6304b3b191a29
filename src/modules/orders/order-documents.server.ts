export {
  findDocuments,
  listCountedSeries,
  listCreditNoteNumbers,
  listInvoiceNumbers,
  listIssued,
  type CountedSeries,
  type IssuedSum,
} from './order-documents.queries.server.ts';
