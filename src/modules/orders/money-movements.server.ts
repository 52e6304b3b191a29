export {
  countWithoutMode,
  findFirstPaidAt,
  listPaymentStates,
  moneyMovements,
  orderNumberOf,
  updatePaymentMode,
} from './money-movements.queries.server.ts';
