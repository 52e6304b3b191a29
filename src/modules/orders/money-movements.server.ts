export {
  countWithoutMode,
  findFirstPaidAt,
  listPaymentStates,
  moneyMovements,
  orderNumberOf,
  updatePaymentMode,
  type PaymentState,
} from './money-movements.queries.server.ts';
